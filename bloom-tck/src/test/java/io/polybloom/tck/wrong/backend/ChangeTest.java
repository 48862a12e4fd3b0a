package io.polybloom.tck.wrong.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangeTest {

    private final BloomFilter<String> right =
            InMemoryBloom.create().open(FilterSpec.named("f").capacity(100).build(), Elements.strings());

    @Test
    void onlyWhatIsChangedIsWrong() {
        BloomFilter<String> wrong = Change.made(BloomFilter.class, new Change<BloomFilter<String>>(right) {
            public boolean mightContain(Object element) {
                return !right.mightContain((String) element);
            }
        });
        assertTrue(wrong.add("a"));
        assertTrue(right.mightContain("a"));
        assertFalse(wrong.mightContain("a"));
    }

    /** A load of a stream is a load of what can be iterated over. */
    @Test
    void defaultMethodsMeetTheChange() {
        BloomFilter<String> wrong = Change.made(BloomFilter.class, new Change<BloomFilter<String>>(right) {
            public long load(Iterable<String> elements, LongConsumer progress) {
                return 7;
            }
        });
        assertEquals(7, wrong.load(Stream.of("a"), loaded -> {}));
        assertFalse(right.mightContain("a"));
    }

    @Test
    void aChangeOfNothingIsRefused() {
        assertRefused(new Change<BloomFilter<String>>(right) {
            public boolean mayContain(Object element) {
                return false;
            }
        });
        assertRefused(new Change<BloomFilter<String>>(right) {
            public boolean mightContain(String element) {
                return false;
            }
        });
        assertRefused(new Change<BloomFilter<String>>(right) {
            public int add(Object element) {
                return 0;
            }
        });
    }

    private static void assertRefused(Change<BloomFilter<String>> change) {
        assertThrows(IllegalArgumentException.class, () -> Change.made(BloomFilter.class, change));
    }
}
