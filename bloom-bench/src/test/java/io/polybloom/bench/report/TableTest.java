package io.polybloom.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table = new Table("speed", List.of("who", "elements/s"));

    @Test
    void isMarkdownBelowItsTitle() {
        table.add(List.of("me", "1,234,567"));
        assertEquals("speed\n\n| who | elements/s |\n|---|--:|\n| me | 1,234,567 |\n\n", table.markdown());
    }

    @Test
    void refusesARowThatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> table.add(List.of("me")));
    }

    @Test
    void writesNumbersAlikeEverywhere() {
        assertEquals("1,234,568", Table.whole(1234567.8));
        assertEquals("0.13", Table.decimals(0.125001));
        assertEquals("1.00..3.50", Table.range(new Figure(2, 1, 3.5)));
        assertEquals("900..1,500,000", Table.range(new Figure(1_000, 900, 1_500_000)));
    }

    @Test
    void neverShowsZeroForWhatIsSmall() {
        assertEquals("0.0034", Table.decimals(0.00342));
        assertEquals("0.000087", Table.thousandths(0.0000871));
        assertEquals("0.00", Table.decimals(0));
        assertEquals("0.0034..0.12", Table.range(new Figure(0.1, 0.0034, 0.12)));
    }
}
