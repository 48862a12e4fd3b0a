package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A call ends soon after its thread was interrupted, with the outcomes that are known. */
class InterruptTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("clicks").capacity(20_000).partitions(4).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedThreadSendsNothing() {
        List<Executable> calls = List.of(
                () -> filter.add("a"),
                () -> filter.mightContain("a"),
                () -> filter.mightContainAll(TestFilters.words(10)),
                () -> filter.load(TestFilters.words(10), taken -> {}),
                filter::stats,
                filter::clear,
                () -> filter.expire(Duration.ofHours(1)),
                filter::delete,
                () -> TestFilters.open(redis, SPEC));
        redis.batches.clear();
        for (Executable call : calls) {
            Thread.currentThread().interrupt();
            BackendException failure = assertThrows(BackendException.class, call);
            assertEquals(Reason.INTERRUPTED, failure.reason());
            assertFalse(failure.mayHaveBeenApplied());
            assertTrue(Thread.interrupted(), "the flag stays set");
        }
        assertEquals(List.of(), redis.batches);
        assertTrue(filter.add("a"), "the filter works on");
    }

    @Test
    void aBulkAddTellsWhatWasAnsweredBeforeItsThreadWasInterrupted() {
        redis.batches.clear();
        redis.before = batch -> {
            if (redis.batches.size() == 5) {
                Thread.currentThread().interrupt();
            }
        };
        PartialBulkException failure =
                assertThrows(PartialBulkException.class, () -> filter.addAll(TestFilters.words(5_000)));
        assertTrue(Thread.interrupted(), "the flag stays set");
        assertEquals(
                Reason.INTERRUPTED,
                assertInstanceOf(BackendException.class, failure.getCause()).reason());
        assertEquals(5, redis.batches.size());
        int known = 0;
        for (int i = 0; i < failure.outcomes().size(); i++) {
            boolean isKnown = failure.outcomes().get(i) == ElementOutcome.NEW;
            known += isKnown ? 1 : 0;
            assertEquals(isKnown, filter.mightContain("word-" + i));
        }
        assertTrue(known > 0 && known < 5_000, "known are " + known);
    }

    @Test
    void aLoadEndsWhereItsThreadWasInterrupted() {
        redis.batches.clear();
        BackendException failure = assertThrows(
                BackendException.class,
                () -> filter.load(
                        TestFilters.words(50_000),
                        taken -> Thread.currentThread().interrupt()));
        assertEquals(Reason.INTERRUPTED, failure.reason());
        assertTrue(Thread.interrupted(), "the flag stays set");
        assertEquals(1, redis.batches.size(), "the config was read before the first elements");
    }

    /** This happens to a command after a redirect, for which the pool had no connection yet. */
    @Test
    void aCommandThatAnInterruptHasLeftUnsentDoesNotCostTheOthersTheirAnswers() {
        Reply answered = new Reply.Int(1);
        Reply notSent = Reply.Failure.notSent(new InterruptedException());
        boolean[] isAwaited = {false};
        Transport<InFlight> cluster = batch -> () -> {
            assertFalse(isAwaited[0], "there is nothing to wait for");
            isAwaited[0] = true;
            Reply proof = new Reply.Int(0);
            return List.of(proof, proof, answered, notSent);
        };
        Command read = Command.reading(Verb.BITFIELD_RO, new byte[] {'a'});
        Step<List<Reply>> step = Step.send(new Batch(0, 0, List.of(read, read)), Step::done);
        assertEquals(List.of(answered, notSent), new BlockingDriver(cluster).runForOthers(step));
        assertTrue(Thread.interrupted(), "the flag is set again");
    }

    @Test
    void theFlagIsSetAgainIfAPoolHasTakenIt() {
        RuntimeException poolFailure = new IllegalStateException("no connection", new InterruptedException());
        Transport<InFlight> waiting = batch -> () -> {
            Reply notSent = Reply.Failure.notSent(poolFailure);
            return Collections.nCopies(batch.size(), notSent);
        };
        BackendException failure = assertThrows(
                BackendException.class, () -> new BlockingBloomFilters(waiting).open(SPEC, TestFilters.TEXT));
        assertEquals(Reason.INTERRUPTED, failure.reason());
        assertTrue(Thread.interrupted(), "the flag is set again");
    }
}
