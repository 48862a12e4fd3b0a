package io.polybloom.cli.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldKeyTest {

    @ParameterizedTest
    @CsvSource(nullValues = "NULL", textBlock = """
        # fields, delimiter, line,        key
        1,        :,         a:b:c,       a
        3,        :,         a:b:c,       c
        '1,3',    :,         a:b:c:d,     a:c
        '3,1',    :,         a:b:c:d,     c:a
        '1,1',    :,         a:b,         a:a
        '1,7',    :,         a:b,         a
        '7,8',    :,         a:b,         ''
        2,        :,         whole line,  whole line
        2,        :,         '',          ''
        '1,2',    :,         :,           :
        2,        :,         a:,          ''
        '2,3',    :,         'a::b',      ':b'
        '1,2',    --,        a--b--c,     a--b
        2,        --,        a-b---c,     -c
        1,        aa,        baaa,        b
        2,        ä,         xäy,         y
        """)
    void takesFieldsAsCutDoes(String fields, String delimiter, String line, String key) {
        List<Integer> numbers =
                Arrays.stream(fields.split(",")).map(Integer::valueOf).toList();
        FieldKey selection = new FieldKey(numbers, bytes(delimiter));
        assertEquals(key, new String(selection.of(bytes(line)), StandardCharsets.UTF_8));
    }

    @Test
    void highFieldNumbersCostNothing() {
        FieldKey selection = new FieldKey(List.of(1, Integer.MAX_VALUE), bytes("\t"));
        assertEquals("a", new String(selection.of(bytes("a\tb")), StandardCharsets.UTF_8));
    }

    @Test
    void refusesWhatIsNoSelection() {
        assertThrows(IllegalArgumentException.class, () -> new FieldKey(List.of(0), bytes("\t")));
        assertThrows(IllegalArgumentException.class, () -> new FieldKey(List.of(), bytes("\t")));
        assertThrows(IllegalArgumentException.class, () -> new FieldKey(List.of(1), new byte[0]));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
