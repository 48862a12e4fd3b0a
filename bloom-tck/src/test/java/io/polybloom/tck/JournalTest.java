package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.tck.judge.Journal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JournalTest {

    private final Journal journal = new Journal();

    /** Knows no filter. */
    private static final class NoFilters implements BloomFilters {
        @Override
        public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            throw new IllegalStateException("closed");
        }

        @Override
        public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
            throw new IllegalStateException("closed");
        }

        @Override
        public <T> RemovableBloomFilter<T> openRemovable(
                FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            throw new IllegalStateException("closed");
        }

        @Override
        public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
            throw new IllegalStateException("closed");
        }

        @Override
        public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
            throw new IllegalStateException("closed");
        }

        @Override
        public <R> R run(FilterTask<R> task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<FilterDescription> describe(String name) {
            return Optional.empty();
        }
    }

    @Test
    void theLastOperationsAreRememberedWithTheirAnswers() {
        BloomFilters first = journal.following(new NoFilters());
        BloomFilters second = journal.following(new NoFilters());
        for (int i = 0; i < 8; i++) {
            first.describe("name-" + i);
        }
        second.describe("other");
        List<String> last = journal.last();
        assertEquals(8, last.size());
        assertEquals("client 1: describe(name-1) = Optional.empty", last.get(0));
        assertEquals("client 2: describe(other) = Optional.empty", last.get(7));
        journal.clear();
        assertEquals(List.of(), journal.last());
    }

    @Test
    void exceptionsLeaveAsTheyAre() {
        BloomFilters filters = journal.following(new NoFilters());
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> filters.openExisting("name", Funnels.stringFunnel(StandardCharsets.UTF_8)));
        assertEquals("closed", thrown.getMessage());
        assertEquals(List.of("client 1: openExisting(name) throws " + thrown), journal.last());
    }
}
