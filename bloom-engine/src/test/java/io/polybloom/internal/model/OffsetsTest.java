package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.layout.ElementHash;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Offsets that are kept, and offsets that are found again from the hashes of their elements, are the same. */
class OffsetsTest {

    private static final int ELEMENTS = 50;

    private static Layer layer(String layout, int hashes) {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout(layout)
                .bits(64 * 512)
                .hashes(hashes)
                .partitions(3)
                .build();
        return new Generation(Descriptions.planned(spec, 1, "00000000000000aa", ElementHash.murmur3())).newest();
    }

    @ParameterizedTest
    @CsvSource({"classic-v1, 13", "classic-v1, 1", "blocked-v1, 9", "words-v1, 12"})
    void areTheSameFromHashes(String layout, int hashes) {
        Layer layer = layer(layout, hashes);
        Offsets listed = Offsets.list(0);
        Offsets hashed = Offsets.ofHashes(layer, 1);
        long[] numbers = new long[hashes];
        long[] hash = new long[ElementHash.WORDS];
        for (int i = 0; i < ELEMENTS; i++) {
            ElementBytes element = element(i);
            int partition = layer.locate(element, numbers);
            assertEquals(partition, layer.hash(element, hash));
            listed.add(numbers, hashes);
            hashed.add(hash, ElementHash.WORDS);
        }
        assertEquals(ELEMENTS * hashes, listed.size());
        assertEquals(listed.size(), hashed.size());
        Offsets part = hashed.part(2 * hashes, 4 * hashes);
        assertEquals(2 * hashes, part.size());
        for (int place = 0; place < listed.size(); place++) {
            assertEquals(listed.get(place), hashed.get(place));
            if (place < part.size()) {
                assertEquals(listed.get(2 * hashes + place), part.get(place));
            }
        }
        long[] other = new long[hashes];
        for (int i = ELEMENTS - 1; i >= 0; i--) {
            listed.find(i, numbers);
            hashed.find(i, other);
            assertArrayEquals(numbers, other);
        }
    }

    /** Sixteen bytes for a hash, four for an offset. */
    @ParameterizedTest
    @CsvSource({"classic-v1, 13, 16", "classic-v1, 4, 16", "classic-v1, 3, 12", "counting-v1, 13, 52"})
    void takeNoMoreMemoryThanAHashOrTheOffsets(String layout, int hashes, int bytes) {
        assertEquals(bytes, Offsets.bytesOfAnElement(layer(layout, hashes)));
    }

    private static ElementBytes element(int number) {
        byte[] bytes = ("element " + number).getBytes(StandardCharsets.UTF_8);
        ElementBytes element = new ElementBytes();
        element.putBytes(bytes);
        return element;
    }
}
