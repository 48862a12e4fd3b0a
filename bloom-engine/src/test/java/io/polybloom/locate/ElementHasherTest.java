package io.polybloom.locate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElementHasherTest {

    @Test
    void findsTheBitsThatTheLocatorShows() {
        FilterSpec spec = TestFilters.clicks(5);
        ElementHasher<CharSequence> hasher = new ElementHasher<>(TestFilters.TEXT, spec);
        long[] offsets = new long[spec.budget().hashes()];
        for (String word : List.of("", "event-1", "a rather long \u00e9l\u00e9ment \ud83d\ude00".repeat(10), "b")) {
            ElementLocation expected = ElementLocator.planned(spec, 1)
                    .locate(word.getBytes(StandardCharsets.UTF_8))
                    .get(0);
            assertEquals(expected.partition(), hasher.locate(word, offsets));
            assertArrayEquals(
                    expected.offsets().stream().mapToLong(Long::longValue).toArray(), offsets);
        }
    }
}
