package io.polybloom.bench.filter;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/** Bit offsets as the articles compute them with Guava: {@code (h1 + i h2) mod m} from one murmur3 of 128 bits. */
final class DoubleHashing {

    private DoubleHashing() {}

    static long[] offsets(String element, TextbookSize size) {
        byte[] hash = Hashing.murmur3_128()
                .hashString(element, StandardCharsets.UTF_8)
                .asBytes();
        long first = littleEndian(hash, 0);
        long second = littleEndian(hash, Long.BYTES);
        long[] offsets = new long[size.hashes()];
        long combined = first;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (combined & Long.MAX_VALUE) % size.bits();
            combined += second;
        }
        return offsets;
    }

    private static long littleEndian(byte[] bytes, int at) {
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | bytes[at + i] & 0xff;
        }
        return value;
    }
}
