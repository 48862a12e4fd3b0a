package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frozen formulas of {@code server}, and the items of {@code bf}. */
class ServerLayoutTest {

    private static final ModuleLayout SERVER = (ModuleLayout) Layouts.get(Layouts.SERVER);
    private static final ModuleLayout BF = (ModuleLayout) Layouts.get(Layouts.BF);
    private static final String KEY = "000102030405060708090a0b0c0d0e0f";

    private static String item(ModuleLayout layout, String element) {
        // Longer than the element: the bytes after it do not matter.
        byte[] bytes = (element + "*").getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(layout.item(bytes, bytes.length - 1));
    }

    /** The words of the golden vectors in docs/wire-format.md, each from its lowest byte on. */
    @ParameterizedTest
    @CsvSource({
        "'', e8cfae40036b969b45f021c9111b4acb",
        "a, e3405953f4b175126ed53fa718a20a27",
        "event-1, 27a8e1044d4338ecb50f44b9fb3b1cb8"
    })
    void anItemIsTheHashOfItsElement(String element, String item) {
        assertEquals(item, item(SERVER, element));
    }

    @Test
    void aKeyChangesTheItem() {
        ModuleLayout keyed = (ModuleLayout) SERVER.withHash(ElementHash.keyed(KEY));
        assertEquals("f92ef5cf07b5297cb650cd9147afe4c6", item(keyed, "event-1"));
        assertNotEquals(item(SERVER, "event-1"), item(keyed, "event-1"));
    }

    @Test
    void anElementIsInThePartitionOfEveryNativeLayout() {
        Geometry geometry = new Geometry(64, 2, 7);
        Layout classic = Layouts.get(Layouts.CLASSIC);
        for (int i = 0; i < 100; i++) {
            byte[] element = ("element-" + i).getBytes(StandardCharsets.UTF_8);
            long[] words = new long[3];
            assertEquals(
                    classic.locate(element, element.length, geometry, new long[2], 0),
                    SERVER.locate(element, element.length, geometry, words, 1));
            assertEquals(0, words[0]);
            assertNotEquals(words[1], words[2]);
        }
    }

    @Test
    void isSizedByTheTextbook() {
        assertEquals(new BitBudget(9586, 7), SERVER.size(1000, 0.01, Sizing.FAST));
        assertEquals(9600, SERVER.roundPartitionBits(9586));
        assertEquals(9600, SERVER.roundPartitionBits(9600));
        assertThrows(IllegalArgumentException.class, () -> SERVER.size(Long.MAX_VALUE, 1e-9, Sizing.BALANCED));
    }

    @Test
    void theItemsOfOthersAreTheBytesOfTheirElements() {
        assertEquals("6576656e742d31", item(BF, "event-1"));
        assertEquals("", item(BF, ""));
        assertThrows(IllegalArgumentException.class, () -> BF.size(1000, 0.01, Sizing.BALANCED));
    }
}
