package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.layout.Layouts;
import io.polybloom.listener.ByteProgress;
import io.polybloom.listener.FilterListener;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class FilterOptionsTest {

    private static final FilterListener LISTENER = report -> {};
    private static final Consumer<FilterStats> OVER_CAPACITY = stats -> {};
    private static final ByteProgress PROGRESS = (done, total) -> {};

    private static final List<UnaryOperator<FilterOptions>> CHANGES = List.of(
            options -> options.listener(LISTENER),
            options -> options.overCapacityListener(OVER_CAPACITY),
            options -> options.progress(PROGRESS),
            options -> options.nearCache(NearCache.ofMemory(1 << 20)),
            options -> options.nearCache(NearCache.ofMemory(1 << 21)),
            options -> options.loadMemory(1),
            options -> options.bulkTransfer(BulkTransfer.BITS),
            options -> options.configCheckedEvery(Duration.ofMillis(1)),
            options -> options.configCheckedEvery(Duration.ofDays(1)),
            FilterOptions::readFromReplicas,
            options -> options.acknowledgedBy(2, Duration.ofSeconds(1)),
            options -> options.acknowledgedBy(2, Duration.ofSeconds(1)).persisted());

    @Test
    void optionsAreEqualIfTheirValuesAre() {
        Set<FilterOptions> all = new HashSet<>(List.of(FilterOptions.defaults()));
        for (UnaryOperator<FilterOptions> change : CHANGES) {
            FilterOptions changed = change.apply(FilterOptions.defaults());
            assertEquals(changed, change.apply(FilterOptions.defaults()));
            assertEquals(
                    changed.hashCode(), change.apply(FilterOptions.defaults()).hashCode());
            assertNotEquals(FilterOptions.defaults().toString(), changed.toString());
            assertTrue(all.add(changed), changed.toString());
        }
    }

    @Test
    void aChangeKeepsTheOtherOptions() {
        FilterOptions options = FilterOptions.defaults()
                .listener(LISTENER)
                .overCapacityListener(OVER_CAPACITY)
                .progress(PROGRESS)
                .nearCache(NearCache.ofMemory(1 << 20))
                .loadMemory(5)
                .bulkTransfer(BulkTransfer.PARTITIONS)
                .configCheckedEvery(Duration.ofSeconds(9))
                .acknowledgedBy(2, Duration.ofMillis(500))
                .persisted();
        assertSame(LISTENER, options.listener().orElseThrow());
        assertSame(OVER_CAPACITY, options.overCapacityListener().orElseThrow());
        assertSame(PROGRESS, options.progress().orElseThrow());
        assertEquals(Optional.of(NearCache.ofMemory(1 << 20)), options.nearCache());
        assertEquals(5, options.loadMemory());
        assertEquals(BulkTransfer.PARTITIONS, options.bulkTransfer());
        assertEquals(Duration.ofSeconds(9), options.configCheckedEvery());
        assertEquals(
                new Acknowledgement(2, Duration.ofMillis(500), true),
                options.acknowledgement().orElseThrow());
        assertTrue(FilterOptions.defaults().readFromReplicas().loadMemory(5).readsFromReplicas());
        assertTrue(FilterOptions.defaults().neverCreate().loadMemory(5).neverCreates());
    }

    @Test
    void letsALoadHaveAQuarterOfTheLargestHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        assertEquals(heap / 4, FilterOptions.defaults().loadMemory());
    }

    @Test
    void refusesValuesOutOfTheirRanges() {
        FilterOptions options = FilterOptions.defaults();
        assertRefused("at least 1 byte, not 0", () -> options.loadMemory(0));
        assertRefused("from 1 ms to 1 day", () -> options.configCheckedEvery(Duration.ofNanos(999_999)));
        assertRefused(
                "from 1 ms to 1 day",
                () -> options.configCheckedEvery(Duration.ofDays(1).plusNanos(1)));
        assertRefused("needs acknowledgedBy", options::persisted);
        assertRefused("at least 1, not 0", () -> options.acknowledgedBy(0, Duration.ofSeconds(1)));
    }

    @Test
    void refusesWhatAFilterCannotHave() {
        FilterOptions cached = FilterOptions.defaults().nearCache(NearCache.ofMemory(1 << 20));
        assertRefused(
                "counts elements",
                () -> cached.requireAllowedBy(FilterSpec.named("clicks")
                        .layout(Layouts.COUNTING)
                        .capacity(1)
                        .build()));
        FilterOptions listening = FilterOptions.defaults().overCapacityListener(OVER_CAPACITY);
        FilterSpec forgets = FilterSpec.named("clicks")
                .capacity(1)
                .window(Duration.ofHours(1), 4)
                .build();
        assertRefused("use stats()", () -> listening.requireAllowedBy(forgets));
        cached.requireAllowedBy(forgets);
    }

    private static void assertRefused(String why, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.contains(why), message);
    }
}
