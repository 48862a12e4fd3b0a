package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.PackedBytes;
import io.polybloom.testing.SharedRedis;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedBytesTest {

    private static final byte[] TEXT = "xab\n\nc\nab\n".getBytes(StandardCharsets.US_ASCII);

    private final PackedBytes packed = PackedBytes.of(TEXT, 1, new int[] {3, 4, 6, 9});

    @Test
    void areTheBytesBetweenTheEnds() {
        assertEquals(List.of("ab", "", "c", "ab"), text(packed));
        assertEquals(List.of("", "c"), text(packed.subList(1, 3)));
        assertEquals(List.of("c"), text(packed.subList(1, 3).subList(1, 2)));
        assertEquals(List.of(), text(packed.subList(4, 4)));
        assertSame(TEXT, packed.array());
        assertEquals(5, packed.subList(1, 3).start(1));
    }

    @Test
    void stayInTheirArray() {
        assertThrows(IllegalArgumentException.class, () -> PackedBytes.of(TEXT, 0, new int[] {11}));
        assertThrows(IllegalArgumentException.class, () -> PackedBytes.of(TEXT, 3, new int[] {2}));
        assertThrows(IllegalArgumentException.class, () -> PackedBytes.of(TEXT, 0, new int[] {3, 3}));
        assertThrows(IllegalArgumentException.class, () -> PackedBytes.of(TEXT, -1, new int[] {3}));
        assertThrows(IndexOutOfBoundsException.class, () -> packed.get(4));
        assertThrows(IndexOutOfBoundsException.class, () -> packed.subList(1, 3).end(2));
        assertThrows(IndexOutOfBoundsException.class, () -> packed.subList(2, 5));
    }

    /** The same elements to a filter as copies of them, whichever funnel writes them. */
    @Test
    void areTheElementsThatTheyStandFor() {
        Funnel<byte[]> doubled = (bytes, sink) -> sink.putBytes(bytes).putBytes(bytes);
        for (Funnel<byte[]> funnel : List.of(Funnels.byteArrayFunnel(), doubled)) {
            BloomFilter<byte[]> filter = new BlockingBloomFilters(new SharedRedis().blocking())
                    .open(
                            FilterSpec.named("packed")
                                    .capacity(1000)
                                    .falsePositiveRate(1e-9)
                                    .build(),
                            funnel);
            assertArrayEquals(new boolean[] {true, true, true, false}, filter.addAll(packed));
            assertArrayEquals(new boolean[] {true, true, true, true}, filter.mightContainAll(new ArrayList<>(packed)));
            assertArrayEquals(new boolean[] {true, true}, filter.mightContainAll(packed.subList(1, 3)));
            assertEquals(false, filter.mightContain("b".getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static List<String> text(List<byte[]> elements) {
        return elements.stream()
                .map(bytes -> new String(bytes, StandardCharsets.US_ASCII))
                .toList();
    }
}
