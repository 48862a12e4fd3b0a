package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementHashTest {

    @Test
    void keyedOnesAreGuavasSipHashUnderTheKeyAndUnderItsHalvesSwapped() {
        Random random = new Random(3);
        for (int length = 0; length <= 300; length++) {
            byte[] key = new byte[16];
            random.nextBytes(key);
            byte[] element = new byte[length + 3];
            random.nextBytes(element);
            byte[] exact = Arrays.copyOf(element, length);
            ByteBuffer halves = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
            long k0 = halves.getLong();
            long k1 = halves.getLong();
            long[] h1 = new long[1];
            long h2 = ElementHash.keyed(HexFormat.of().formatHex(key)).hash(element, length, h1, 0);
            assertEquals(Hashing.sipHash24(k0, k1).hashBytes(exact).asLong(), h1[0]);
            assertEquals(Hashing.sipHash24(k1, k0).hashBytes(exact).asLong(), h2);
        }
    }

    /** The example of the paper (Aumasson and Bernstein 2012, appendix A). */
    @Test
    void keyedOnesGiveTheNumberOfTheirInventors() {
        byte[] element = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e");
        long[] h1 = new long[1];
        ElementHash.keyed("000102030405060708090a0b0c0d0e0f").hash(element, element.length, h1, 0);
        assertEquals("a129ca6149be45e5", HexFormat.of().toHexDigits(h1[0]));
    }

    @Test
    void keepsItsKeyToItself() {
        ElementHash hash = ElementHash.keyed("0123456789abcdef0123456789abcdef");
        assertFalse(hash.toString().contains("0123"), hash.toString());
        assertEquals(hash, ElementHash.keyed("0123456789abcdef0123456789abcdef"));
        assertNotEquals(hash, ElementHash.keyed("0123456789abcdef0123456789abcdee"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0123456789ABCDEF0123456789abcdef", "0123456789abcdef0123456789abcdefaa", "x"})
    void refusesWhatIsNoKeyWithoutShowingIt(String key) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> ElementHash.keyed(key));
        assertFalse(key.length() > 2 && refused.getMessage().contains(key), refused.getMessage());
    }
}
