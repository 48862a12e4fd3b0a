package io.polybloom.internal.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bits of a page and the memory that it says it takes, as a list and as a bitmap. */
class BitPageTest {

    private static BitPage filled(long bits, int count) {
        BitPage page = new BitPage(bits);
        for (int i = 0; i < count; i++) {
            page.set(i);
        }
        return page;
    }

    /** A list of 17 ints has room for 32: 128 bytes. */
    @ParameterizedTest
    @CsvSource({"1024, -1", "1017, -1", "1025, 17", "1032, 17", "1016, -1"})
    void isABitmapOnceThatIsNoLarger(long bits, int listed) {
        assertEquals(16, filled(bits, 16).listed());
        assertEquals(listed, filled(bits, 17).listed());
    }

    @ParameterizedTest
    @CsvSource({"0, 64", "16, 64", "17, 128", "32, 128", "33, 256", "128, 512", "129, 1000", "8000, 1000"})
    void saysHowMuchMemoryItTakes(int count, long bytes) {
        BitPage page = new BitPage(8000);
        long taken = BitPage.emptyBytes();
        for (int bit = 0; bit < count; bit++) {
            taken += page.set(bit);
        }
        assertEquals(bytes, taken);
    }

    @Test
    void takesAMebibyteAtMost() {
        BitPage page = new BitPage(Long.MAX_VALUE - 7);
        long taken = BitPage.emptyBytes();
        for (int i = 0; i <= 1 << 17; i++) {
            taken += page.set(BitPage.BITS - 1);
        }
        assertEquals(-1, page.listed());
        assertEquals(1 << 20, taken);
        assertEquals(1 << 20, page.bytes().length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 500})
    void hasTheBytesUpToTheLastOneThatIsNotZero(int repetitions) {
        BitPage page = new BitPage(8000);
        assertEquals(0, page.bytes().length);
        for (int i = 0; i < repetitions; i++) {
            page.set(0);
            page.set(10);
            page.set(23);
        }
        assertArrayEquals(new byte[] {(byte) 0x80, 0x20, 0x01}, page.bytes());
        page.set(7999);
        assertEquals(1000, page.bytes().length);
        assertEquals(0x01, page.bytes()[999]);
    }

    @Test
    void copiesItsListBehindAPlaceOfTheCaller() {
        BitPage page = new BitPage(8000);
        page.set(3);
        page.set(7999);
        page.set(3);
        long[] offsets = new long[5];
        assertEquals(4, page.copyTo(offsets, 1, 1_000_000));
        assertArrayEquals(new long[] {0, 1_000_003, 1_007_999, 1_000_003, 0}, offsets);
    }
}
