package io.polybloom.tck.chapter.removal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Adds and removals that meet a connection that is cut, or a filter that others have changed. */
public abstract class RemovalAccidentTests extends KitTests {

    /** Some clients notice the end of a connection only after waiting this long for the answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** The number of times that an element is added before the accident. */
    private static final int COUNT = 5;

    private FilterSpec spec() {
        return fresh().layout(Layouts.COUNTING)
                .capacity(1_000)
                .falsePositiveRate(1e-9)
                .partitions(2)
                .build();
    }

    private static RemovableBloomFilter<CharSequence> of(BloomFilters filters, FilterSpec spec) {
        return filters.openRemovable(spec, TEXT);
    }

    /** An operation whose connection is cut, and its effect on the count of an element if it is executed. */
    private enum Counted {
        ADD(filter -> filter.add("x"), 1),
        BULK_ADD(filter -> filter.addAll(List.of("x", "x")), 2),
        REMOVAL(filter -> filter.remove("x"), -1),
        BULK_REMOVAL(filter -> filter.removeAll(List.of("x", "x")), -2);

        private final Consumer<RemovableBloomFilter<CharSequence>> operation;
        private final int count;

        Counted(Consumer<RemovableBloomFilter<CharSequence>> operation, int count) {
            this.operation = operation;
            this.count = count;
        }
    }

    @Test
    @Checks("16.04")
    @Needs(Capability.SERVER)
    void whatIsCutIsAnErrorAndCountsAtMostOnce() {
        try (RedisServer server = RedisServer.start()) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (Counted counted : Counted.values()) {
                for (boolean isExecuted : List.of(true, false)) {
                    ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
                    FilterSpec spec = spec();
                    RemovableBloomFilter<CharSequence> direct = of(connect(Target.standalone(server.uri())), spec);
                    direct.addAll(Collections.nCopies(COUNT, "x"));
                    BloomFilters filters = connect(Target.standalone(front.uri()), TIMEOUT);
                    RemovableBloomFilter<CharSequence> filter = answered(() -> of(filters, spec));
                    answered(() -> filter.mightContain("never added"));
                    front.forgetRequests();
                    tasks.add(() -> {
                        meetsACut(counted, isExecuted, front, filter);
                        int expected = isExecuted ? COUNT + counted.count : COUNT;
                        assertEquals(expected, countOf(direct, "x"), counted + ", executed: " + isExecuted);
                        return true;
                    });
                }
            }
            Together.call(tasks);
        }
    }

    private static void meetsACut(
            Counted counted, boolean isExecuted, ScriptedServer front, RemovableBloomFilter<CharSequence> filter) {
        if (isExecuted) {
            front.cutReply(Writes::isWrite, 0);
        } else {
            front.cutRequest(Writes::isWrite, 0);
        }
        RuntimeException thrown =
                assertThrows(RuntimeException.class, () -> counted.operation.accept(filter), counted.name());
        if (thrown instanceof PartialBulkException partial) {
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes(), counted.name());
            thrown = partial.getCause();
        }
        assertTrue(thrown instanceof BackendException, String.valueOf(thrown));
        assertTrue(((BackendException) thrown).mayHaveBeenApplied(), counted + ": " + thrown.getMessage());
        Writes.assertSentOnce(counted.name(), front);
    }

    /** Counts how often an element can be removed until it is absent. */
    private static int countOf(RemovableBloomFilter<CharSequence> filter, String element) {
        int count = 0;
        while (filter.mightContain(element)) {
            assertTrue(filter.remove(element));
            count++;
        }
        return count;
    }

    @Test
    @Checks("16.05")
    void aRemovalThatMeetsAClearIsAnErrorAndRemovesNothing() {
        FilterSpec spec = spec();
        RemovableBloomFilter<CharSequence> stale = of(filters(), spec);
        RemovableBloomFilter<CharSequence> other = of(filters(), spec);
        stale.addAll(List.of("x", "y"));
        other.clear();
        other.addAll(List.of("x", "y"));
        LostDataException thrown = assertThrows(LostDataException.class, () -> stale.remove("x"));
        assertTrue(thrown.getMessage().contains("cleared by another client"), thrown.getMessage());
        assertTrue(other.mightContain("x"));
        assertTrue(stale.remove("x"), "the second call after a clear");
        assertFalse(other.mightContain("x"));
        other.clear();
        other.add("y");
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> stale.removeAll(List.of("y", "y")));
        assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes());
        assertTrue(other.mightContain("y"));
        other.delete();
        assertThrows(FilterGoneException.class, () -> stale.remove("y"));
        assertEquals(List.of(), keysOf(spec), "keys that a removal has created anew");
    }

    private List<String> keysOf(FilterSpec spec) {
        try (RespClient redis = standalone().client()) {
            return StoredFilter.keysLeftThatStay(redis, "*" + spec.name() + "*");
        }
    }

    @Test
    @Checks("16.05")
    @Needs(Capability.CLUSTER)
    void elementsOfAFilterOnAClusterAreRemoved() {
        RemovableBloomFilter<CharSequence> filter = of(connect(Target.cluster(SharedServers.cluster())), spec());
        List<String> words = words("word-", 100);
        assertEquals(100, count(filter.addAll(words)));
        assertEquals(100, count(filter.removeAll(words)));
        assertEquals(0, count(filter.mightContainAll(words)));
        filter.delete();
    }
}
