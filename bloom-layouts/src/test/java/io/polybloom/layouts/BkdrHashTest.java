package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BkdrHashTest {

    private static final JsonObject FILE = Golden.file("bloomfilter-redis");
    private static final BigInteger MASK = BigInteger.valueOf(0x7fffffff);
    private static final BigInteger TWO_TO_64 = BigInteger.TWO.pow(64);

    @Test
    void givesTheHashesOfTheOriginal() {
        List<byte[]> elements = Golden.elements(FILE, "elements");
        List<JsonElement> expected = Golden.stream(FILE.get("raw_hash")).toList();
        assertEquals(elements.size(), expected.size());
        for (int i = 0; i < elements.size(); i++) {
            assertArrayEquals(Golden.numbers(expected.get(i)), hashes(elements.get(i)));
        }
    }

    /** In integers while they fit into 64 bits, otherwise in doubles; the file prints a double as such. */
    @Test
    void agreesWithExactArithmetic() {
        List<JsonElement> seeds = Golden.stream(FILE.get("seeds")).toList();
        assertEquals(BkdrHash.SEEDS, seeds.size());
        Random random = new Random(31);
        for (int length = 0; length <= 300; length++) {
            byte[] element = new byte[length];
            random.nextBytes(element);
            for (int n = 0; n < seeds.size(); n++) {
                assertEquals(exactHash(element, seeds.get(n)), BkdrHash.hash(element, length, n));
            }
        }
    }

    @Test
    void hashesOnlyTheGivenLength() {
        byte[] element = {1, 2, 3, 4, 5};
        assertEquals(BkdrHash.hash(new byte[] {1, 2, 3}, 3, 7), BkdrHash.hash(element, 3, 7));
    }

    /** The weakness that the documentation names. */
    @Test
    void givesAStringOfOneByteItsValueUnderEverySeed() {
        for (int value = 0; value < 256; value++) {
            for (long hash : hashes(new byte[] {(byte) value})) {
                assertEquals(value, hash);
            }
        }
    }

    private static long[] hashes(byte[] element) {
        long[] hashes = new long[BkdrHash.SEEDS];
        for (int n = 0; n < hashes.length; n++) {
            hashes[n] = BkdrHash.hash(element, element.length, n);
        }
        return hashes;
    }

    private static long exactHash(byte[] element, JsonElement seed) {
        BigInteger hash = BigInteger.ZERO;
        for (byte b : element) {
            BigInteger whole = new BigDecimal(product(hash, seed)).toBigIntegerExact();
            hash = whole.mod(TWO_TO_64)
                    .and(MASK)
                    .add(BigInteger.valueOf(b & 0xff))
                    .and(MASK);
        }
        return hash.longValueExact();
    }

    private static double product(BigInteger hash, JsonElement seed) {
        if (seed.isJsonObject()) {
            return round(hash, new BigDecimal(Double.parseDouble(Golden.text(seed.getAsJsonObject(), "float"))));
        }
        BigInteger exact = hash.multiply(seed.getAsBigInteger());
        return exact.bitLength() < 64
                ? exact.doubleValue()
                : round(hash, new BigDecimal(seed.getAsBigInteger().doubleValue()));
    }

    private static double round(BigInteger hash, BigDecimal seed) {
        return seed.toBigIntegerExact().multiply(hash).doubleValue();
    }
}
