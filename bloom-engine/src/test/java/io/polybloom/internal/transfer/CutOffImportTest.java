package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import io.polybloom.testing.StoredConfig;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An import that is cut off, held up or repeated: what it leaves, and how the next one continues. */
class CutOffImportTest extends Snapshots {

    private static final int PARTITIONS = 3;

    private List<String> strings(String name) {
        List<String> layers = filters.describe(name).orElseThrow().layerIds();
        return redis.strings.entrySet().stream()
                .filter(string -> layers.stream().anyMatch(string.getKey()::endsWith))
                .map(string -> Arrays.toString(string.getValue()))
                .toList();
    }

    /**
     * The connection is lost at each command of an import in turn, with the command executed or not; what was not
     * executed arrives after the next attempt.
     */
    @Test
    void continuesWhereverItIsCutOff() {
        open(spec("old")).addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        Map<String, String> bits = bits("old");
        long resumed = 0;
        int cuts = 0;
        for (boolean isExecuted : List.of(true, false)) {
            int cut = 0;
            while (isCutOff(cut, isExecuted, snapshot)) {
                boolean isThere = filters.describe("new").isPresent();
                assertTrue(!isThere || strings("old").equals(strings("new")), "half of it is seen, cut at " + cut);
                List<Command> late = List.copyOf(lost);
                SnapshotImport.Report report = bring(snapshot, "new");
                assertTrue(isThere || report.isCreated());
                assertEquals(bits, bits("new"), "cut at " + cut);
                resumed += report.bytesResumed();
                late.forEach(command -> redis.send(new Batch(0, 0, List.of(command))));
                assertEquals(bits, bits("new"), "late commands changed it, cut at " + cut);
                for (boolean present : open(FilterSpec.existing("new")).mightContainAll(words(ELEMENTS))) {
                    assertTrue(present, "cut at " + cut);
                }
                filters.run(FilterRemoval.of("new"));
                redis.strings.keySet().removeIf(key -> key.contains("new"));
                redis.hashes.keySet().removeIf(key -> key.contains("new"));
                redis.expiries.keySet().removeIf(key -> key.contains("new"));
                cut++;
            }
            cuts += cut;
            filters.run(FilterRemoval.of("new"));
        }
        assertTrue(cuts > 40, "cuts: " + cuts);
        assertTrue(resumed > 0);
    }

    /** The keys of an import live for an hour, and its log for two, unless it is published. */
    @Test
    void mayTakeHours() {
        open(spec("old").partitions(40)).addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        Environment environment = new Environment(
                1,
                WholePartitions.TO_READ,
                () -> Instant.ofEpochMilli(redis.millis),
                () -> 0L,
                Environment.ofSystem(redis).ids());
        redis.letTimePass(Duration.ofMinutes(2), Verb.SET, Verb.BITCOUNT);
        new BlockingBloomFilters(new FilterEngine(environment), redis)
                .run(SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)).named("new"));
        assertEquals(bits("old"), bits("new"));
    }

    private final List<Command> lost = new ArrayList<>();

    /** Runs an import whose connection is lost at a command; returns whether there was such a command. */
    private boolean isCutOff(int cut, boolean isExecuted, byte[] snapshot) {
        lost.clear();
        int[] commands = {0};
        redis.answerInstead = command -> {
            if (commands[0]++ < cut) {
                return null;
            }
            if (isExecuted) {
                redis.answerInstead = other -> null;
                redis.send(new Batch(0, 0, List.of(command)));
            } else {
                lost.add(command);
            }
            redis.answerInstead = other -> {
                lost.add(other);
                return Reply.Failure.noAnswer(null);
            };
            return Reply.Failure.noAnswer(null);
        };
        try {
            bring(snapshot, "new");
            return false;
        } catch (BloomFilterException failure) {
            return true;
        } finally {
            redis.answerInstead = command -> null;
        }
    }

    /**
     * Two imports of the same snapshot at the same time, one of which is held up before a command of a kind. The filter
     * is there and whole, whichever of the two succeeds.
     */
    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"HSETNX", "RENAMENX", "HDEL", "UNLINK", "PERSIST", "BITCOUNT", "SET", "HGETALL"})
    void twoImportsAtTheSameTimeLeaveOneWholeFilter(Verb heldUp) throws Exception {
        open(spec("old")).addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        Map<String, String> bits = bits("old");
        for (int batch = 0; isHeldUp(heldUp, batch, snapshot); batch++) {
            assertEquals(bits, bits("new"), "held up at batch " + batch);
            for (boolean present : open(FilterSpec.existing("new")).mightContainAll(words(ELEMENTS))) {
                assertTrue(present, "held up at batch " + batch);
            }
            filters.run(FilterRemoval.of("new"));
            redis.strings.keySet().removeIf(key -> key.contains("new"));
            redis.hashes.keySet().removeIf(key -> key.contains("new"));
            redis.expiries.keySet().removeIf(key -> key.contains("new"));
        }
    }

    /**
     * Begins one import until it comes to publish its keys; begins another one and holds it up before one of its
     * batches; ends the first one, then the other one. Returns whether the other one had such a batch.
     */
    private boolean isHeldUp(Verb verb, int skipped, byte[] snapshot) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Held first = new Held(batch -> isOf(batch, Verb.HSETNX), 0);
            Future<Boolean> one = threads.submit(() -> succeeds(first, snapshot));
            assertTrue(first.isHeldUp(one), "it publishes its keys");
            Held second = new Held(batch -> isOf(batch, verb), skipped);
            Future<Boolean> other = threads.submit(() -> succeeds(second, snapshot));
            boolean isHeldUp = second.isHeldUp(other);
            first.goOn();
            boolean isFirst = one.get(5, TimeUnit.MINUTES);
            second.goOn();
            boolean isSecond = other.get(5, TimeUnit.MINUTES);
            assertTrue(isFirst || isSecond, "one of them succeeds");
            return isHeldUp;
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean isOf(Batch batch, Verb verb) {
        return batch.commands().stream().anyMatch(command -> command.verb() == verb);
    }

    private boolean succeeds(Held held, byte[] snapshot) {
        try {
            new BlockingBloomFilters(held)
                    .run(SnapshotImport.of(() -> new ByteArrayInputStream(snapshot))
                            .named("new"));
            return true;
        } catch (BloomFilterException refused) {
            return false;
        }
    }

    /** The same server; one of the batches waits. Only one thread uses the server at a time. */
    private final class Held implements Transport<InFlight> {

        private final Predicate<Batch> which;
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private int left;

        Held(Predicate<Batch> which, int skipped) {
            this.which = which;
            this.left = skipped;
        }

        @Override
        public InFlight send(Batch batch) {
            if (which.test(batch) && left-- == 0) {
                held.countDown();
                try {
                    assertTrue(goOn.await(5, TimeUnit.MINUTES));
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            }
            return redis.send(batch);
        }

        @Override
        public boolean redirects() {
            return true;
        }

        /** Waits until it is held up, or has ended without that. */
        boolean isHeldUp(Future<Boolean> call) throws InterruptedException {
            while (held.getCount() > 0 && !call.isDone()) {
                held.await(1, TimeUnit.MILLISECONDS);
            }
            return held.getCount() == 0;
        }

        void goOn() {
            goOn.countDown();
        }
    }

    @Test
    void sendsNothingTwiceThatIsThere() {
        open(spec("old")).addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        redis.answerInstead = command -> isPublished(command) ? Reply.Failure.notSent(null) : null;
        assertThrows(BloomFilterException.class, () -> bring(snapshot, "new"));
        assertTrue(filters.describe("new").isEmpty());
        redis.answerInstead = command -> null;
        redis.batches.clear();
        SnapshotImport.Report report = bring(snapshot, "new");
        assertEquals(report.bytes(), report.bytesResumed());
        assertTrue(redis.commands().noneMatch(command -> command.verb() == Verb.SET));
        assertEquals(bits("old"), bits("new"));
    }

    private static boolean isPublished(Command command) {
        return command.verb() == Verb.HSETNX
                && new String(command.key(), StandardCharsets.UTF_8).equals(StoredConfig.key("new"));
    }

    @Test
    void writesAgainWhatWasEvictedAndFailsIfItIsEvictedBeforeTheEnd() {
        open(spec("old")).addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        boolean[] evicted = {false};
        redis.before = batch -> {
            if (!evicted[0] && batch.commands().stream().anyMatch(command -> command.verb() == Verb.BITCOUNT)) {
                evicted[0] = true;
                redis.remove(redis.strings.keySet().stream()
                        .filter(key -> key.contains("{new:1}"))
                        .findFirst()
                        .orElseThrow());
            }
        };
        assertThrows(LostDataException.class, () -> bring(snapshot, "new"));
        assertTrue(evicted[0]);
        assertTrue(filters.describe("new").isEmpty());
        SnapshotImport.Report report = bring(snapshot, "new");
        assertEquals(report.bytes() / PARTITIONS * 2, report.bytesResumed());
        assertEquals(bits("old"), bits("new"));
    }

    @Test
    void startsAnewWithAnotherSnapshot() {
        open(spec("old")).addAll(words(ELEMENTS));
        byte[] first = export("old");
        byte[] second = export("old");
        redis.answerInstead = command -> isPublished(command) ? Reply.Failure.notSent(null) : null;
        assertThrows(BloomFilterException.class, () -> bring(first, "new"));
        redis.answerInstead = command -> null;
        assertEquals(0, bring(second, "new").bytesResumed());
    }
}
