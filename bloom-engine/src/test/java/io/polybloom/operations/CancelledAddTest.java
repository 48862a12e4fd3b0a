package io.polybloom.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.PartialBulkException;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.driver.CallbackDriver;
import io.polybloom.driver.PrimaryProof;
import io.polybloom.internal.capacity.Reservation;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.local.LocalCopies;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.step.Environment;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A bulk add that is cancelled half-way gives back the room that was reserved for it. */
class CancelledAddTest {

    private static final FilterSpec SPEC = FilterSpec.named("clicks")
            .capacity(100_000)
            .overCapacity(OverCapacity.GROW)
            .build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingDriver blocking = new BlockingDriver(redis);
    private final OpenFilter filter = blocking.run(
            OpenFilter.open(SPEC, ElementFormat.UNKNOWN, FilterOptions.defaults(), Environment.ofSystem(1)));
    private final FilterOperations<CharSequence> operations =
            new FilterOperations<>(filter, TestFilters.TEXT, new LocalCopies());
    private final Deque<Consumer<InFlight>> unanswered = new ArrayDeque<>();
    private final Deque<Batch> sent = new ArrayDeque<>();

    @Test
    void givesBackWhatWasReservedForTheElementsThatWereNotAdded() {
        blocking.run(operations.addAll(List.of("first")));
        int before = roomLeft();
        boolean[] cancelled = {false};
        PartialBulkException[] failure = new PartialBulkException[1];
        new CallbackDriver<Batch, boolean[]>(
                        this::sendLater,
                        new PrimaryProof(),
                        (batch, landed) -> unanswered.add(answer -> landed.accept(answer.await(), null)),
                        operations.addAll(TestFilters.words(before)),
                        () -> cancelled[0],
                        (value, thrown) -> failure[0] = (PartialBulkException) thrown)
                .start();
        assertEquals(0, roomLeft(), "all of it is reserved");
        cancelled[0] = true;
        while (!unanswered.isEmpty()) {
            unanswered.remove().accept(redis.send(sent.remove()));
        }
        int added = Collections.frequency(failure[0].outcomes(), ElementOutcome.NEW);
        assertTrue(added > 0 && added < before, "added " + added);
        assertEquals(before - added, roomLeft());
    }

    private Batch sendLater(Batch batch) {
        sent.add(batch);
        return batch;
    }

    /** Returns how many elements may be added before the filter is sampled again. */
    private int roomLeft() {
        Reservation all = filter.watch().reserve(filter.snapshot().generation(), Integer.MAX_VALUE);
        filter.watch().release(all, 0);
        return all.size();
    }
}
