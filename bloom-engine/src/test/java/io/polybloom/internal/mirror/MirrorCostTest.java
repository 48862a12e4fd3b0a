package io.polybloom.internal.mirror;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.polybloom.StaleMirrorException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.driver.StageBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a mirror takes: bytes, commands, memory and threads, within the limits of its options. */
class MirrorCostTest extends MirroredFilters {

    @Test
    void anUnchangedFilterCostsCountsAndNoBits() {
        open(4).addAll(words(500));
        FilterMirror<CharSequence> mirror = mirror();
        List<Command> commands = commandsOf(mirror::refresh);
        assertEquals(0, bytesRead(commands));
        assertEquals(4, redis.count(Verb.BITCOUNT));
        assertTrue(commands.stream().noneMatch(Command::isWrite), "it writes nothing either: " + commands);
    }

    @Test
    void onlyThePiecesThatHaveChangedAreRead() {
        BloomFilter<CharSequence> filter =
                open(FilterSpec.named("clicks").bits(8L << 20).hashes(1).partitions(2));
        filter.addAll(words(100));
        FilterMirror<CharSequence> mirror = mirror();
        assertEquals(1 << 20, mirror.bytesRead());
        filter.add("one more");
        assertEquals(MirroredPart.PIECE_BYTES, bytesRead(commandsOf(mirror::refresh)));
        assertEquals((1 << 20) + MirroredPart.PIECE_BYTES, mirror.bytesRead());
        assertTrue(mirror.mightContain("one more"));
        assertEquals(0, bytesRead(commandsOf(mirror::refresh)));
    }

    @Test
    void aLookUpMakesNoGarbage() throws Exception {
        Process uncompiled = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xint",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UncompiledLookUps.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(uncompiled.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, uncompiled.waitFor(), output);
        List<String> bytes = output.lines()
                .filter(line -> line.startsWith(UncompiledLookUps.RESULT))
                .toList();
        assertEquals(
                Stream.of(UncompiledLookUps.SHAPES)
                        .map(shape -> UncompiledLookUps.RESULT + shape + ": 0")
                        .toList(),
                bytes,
                output);
    }

    @Test
    void aMirrorThatIsClosedFreesItsMemory() {
        open(FilterSpec.named("clicks").bits(1L << 30).hashes(1).partitions(300));
        FilterMirror<CharSequence> mirror = mirror();
        long open = usedMemory();
        mirror.close();
        long closed = usedMemory();
        assertTrue(open - closed > 100 << 20, "freed " + (open - closed) + " of " + (128 << 20));
        assertThrows(IllegalStateException.class, mirror::asOf);
    }

    private static long usedMemory() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aServerThatTakesNoWitnessIsReadAsAWhole() {
        BloomFilter<CharSequence> filter = open(2);
        redis.refuse(Verb.SET, "OOM command not allowed when used memory > 'maxmemory'.");
        FilterMirror<CharSequence> mirror = mirror();
        filter.add("x");
        long all = mirror.description().layers().get(0).totalBits() / 8;
        assertEquals(all, bytesRead(commandsOf(mirror::refresh)));
        assertTrue(mirror.mightContain("x"));
    }

    /** Vert.x behind sentinels is such a client: commands that must reach one server together share one failure. */
    @Test
    void aClientMayLoseTheAnswersBesideARefusedWitness() {
        BloomFilter<CharSequence> filter = open(2);
        FilterMirror<CharSequence> first = mirror();
        loseAnswersBesideRefused(Verb.SET, "OOM command not allowed when used memory > 'maxmemory'.");
        FilterMirror<CharSequence> second = mirror();
        filter.add("x");
        for (FilterMirror<CharSequence> mirror : List.of(first, second)) {
            mirror.refresh();
            assertTrue(mirror.mightContain("x"));
        }
        redis.answerInstead = command -> null;
        filter.add("y");
        second.refresh();
        assertTrue(second.mightContain("y"));
    }

    @Test
    void aClientMayLoseTheAnswersBesideARefusedRenewal() {
        open(1);
        FilterMirror<CharSequence> mirror = mirror();
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(3));
        loseAnswersBesideRefused(Verb.PEXPIRE, "MISCONF Errors writing to the AOF file");
        assertEquals(0, bytesRead(commandsOf(mirror::refresh)));
    }

    private void loseAnswersBesideRefused(Verb refused, String error) {
        AtomicBoolean isRefused = new AtomicBoolean();
        redis.before = batch -> isRefused.set(batch.commands().stream().anyMatch(command -> command.verb() == refused));
        redis.answerInstead = command -> {
            Reply.Failure failure = Reply.Failure.ofServer(error, null);
            Reply.Failure beside = Reply.Failure.noAnswer(new IllegalStateException(error));
            return !isRefused.get() ? null : command.verb() == refused ? failure : beside;
        };
    }

    @Test
    void theWitnessIsKeptAlive() {
        open(1);
        FilterMirror<CharSequence> mirror = mirror();
        assertTrue(commandsOf(mirror::refresh).stream().noneMatch(command -> command.verb() == Verb.PEXPIRE));
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(3));
        List<Command> renewed = commandsOf(mirror::refresh);
        assertEquals(1, redis.count(Verb.PEXPIRE));
        assertEquals(0, bytesRead(renewed));
        assertTrue(commandsOf(mirror::refresh).stream().noneMatch(command -> command.verb() == Verb.PEXPIRE));
    }

    @Test
    void anyRateIsANumber() {
        BloomFilter<CharSequence> filter = open(3);
        MirrorOptions fast = MirrorOptions.defaults().bytesPerSecond(Long.MAX_VALUE - 1);
        FilterMirror<CharSequence> mirror = filters.mirror("clicks", TEXT, fast);
        filter.add("later");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1000));
        mirror.refresh();
        assertTrue(mirror.mightContain("later"));
    }

    @Test
    void noMoreBytesAreReadThanTheOptionsAllow() {
        BloomFilter<CharSequence> filter =
                open(FilterSpec.named("clicks").bits(4L << 22).hashes(2).partitions(4));
        filter.addAll(words(200));
        long part = MirroredPart.PART_BYTES;
        MirrorOptions slow = MirrorOptions.defaults()
                .interval(Duration.ofSeconds(1))
                .bytesPerSecond(part)
                .longestStaleness(Duration.ofSeconds(10));
        redis.millis = 1_000_000;
        FilterMirror<CharSequence> mirror = filters.mirror("clicks", TEXT, slow);
        for (int reads = 1; reads < 4; reads++) {
            assertThrows(StaleMirrorException.class, () -> mirror.mightContain("x"), reads + " parts are read");
            assertEquals(0, bytesRead(commandsOf(mirror::refresh)), "nothing was saved up yet");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            redis.millis += 1000;
            assertEquals(part, bytesRead(commandsOf(mirror::refresh)));
        }
        assertArrayEquals(filter.mightContainAll(words(400)), mirror.mightContainAll(words(400)));
        assertEquals(
                Instant.ofEpochMilli(redis.millis),
                mirror.asOf(),
                "parts that have not changed are as new as the last");
        filter.addAll(words(1000));
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        redis.millis += 1000;
        mirror.refresh();
        assertEquals(Instant.ofEpochMilli(redis.millis - 1000), mirror.asOf(), "as old as the oldest part");
    }

    @Test
    void whatCannotBeMirroredIsRefusedWithItsReason() {
        open(FilterSpec.named("forgets").capacity(1000).window(Duration.ofHours(1), 2));
        others.openRemovable(
                FilterSpec.named("counts")
                        .capacity(1000)
                        .layout(Layouts.COUNTING)
                        .build(),
                TEXT);
        open(1);
        MirrorOptions options = MirrorOptions.defaults();
        assertRefused("window", () -> filters.mirror("forgets", TEXT, options));
        assertRefused("counts elements", () -> filters.mirror("counts", TEXT, options));
        assertRefused("its memory limit", () -> filters.mirror("clicks", TEXT, options.memoryLimit(100)));
    }

    private static void assertRefused(String reason, Executable opening) {
        UnsupportedFilterException refused = assertThrows(UnsupportedFilterException.class, opening);
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void theExecutorOfTheOptionsRefreshesUntilTheMirrorIsClosed() throws Exception {
        BloomFilter<CharSequence> filter = open(1);
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        try {
            FilterMirror<CharSequence> mirror = filters.mirror(
                    "clicks",
                    TEXT,
                    MirrorOptions.defaults().refreshedBy(executor).interval(Duration.ofMillis(1)));
            executor.submit(() -> filter.add("x")).get();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!mirror.mightContain("x") && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertTrue(mirror.mightContain("x"));
            mirror.close();
            executor.submit(redis.batches::clear).get();
            assertThrows(IllegalStateException.class, () -> mirror.mightContain("x"));
            assertThrows(IllegalStateException.class, mirror::refresh);
            executor.shutdown();
            assertTrue(executor.awaitTermination(30, TimeUnit.SECONDS), "nothing is scheduled any more");
            assertEquals(List.of(), redis.batches);
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void theFirstOfSeveralRefreshesThatFailIsLogged() {
        assertLogsTheFirstOfSeveral(options -> filters.mirror("clicks", TEXT, options));
    }

    @Test
    void theFirstOfSeveralAsynchronousRefreshesThatFailIsLogged() {
        AsyncBloomFilters later =
                new StageBloomFilters(redis.map((batch, sent) -> CompletableFuture.completedStage(sent.await())));
        assertLogsTheFirstOfSeveral(options -> later.<CharSequence>mirror("clicks", TEXT, options)
                .toCompletableFuture()
                .join());
    }

    private void assertLogsTheFirstOfSeveral(Function<MirrorOptions, MirrorView<CharSequence>> opening) {
        BloomFilter<CharSequence> filter = open(1);
        List<Runnable> refreshes = new ArrayList<>();
        ScheduledExecutorService executor = new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> scheduleWithFixedDelay(
                    Runnable refresh, long initialDelay, long delay, TimeUnit unit) {
                refreshes.add(refresh);
                return schedule(() -> {}, 0, unit);
            }
        };
        try (MirrorView<CharSequence> mirror =
                opening.apply(MirrorOptions.defaults().refreshedBy(executor))) {
            Runnable refresh = refreshes.get(0);
            List<String> logged = TestFilters.logged(() -> {
                        refresh.run();
                        filter.delete();
                        refresh.run();
                        refresh.run();
                        open(1);
                        refresh.run();
                        assertFalse(mirror.mightContain("x"));
                        redis.refuse(Verb.HGETALL, "LOADING");
                        refresh.run();
                    })
                    .stream()
                    .map(LogRecord::getMessage)
                    .toList();
            assertEquals(2, logged.size(), logged::toString);
            String message = "the mirror of the filter 'clicks' could not be refreshed: ";
            assertTrue(logged.get(0).startsWith(message + "the filter 'clicks' is gone"), logged::toString);
            assertTrue(logged.get(1).startsWith(message + "the server is still loading"), logged::toString);
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void optionsHaveRanges() {
        MirrorOptions options = MirrorOptions.defaults();
        assertThrows(IllegalArgumentException.class, () -> options.interval(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> options.longestStaleness(Duration.ofDays(2)));
        assertThrows(IllegalArgumentException.class, () -> options.bytesPerSecond(0));
        assertThrows(IllegalArgumentException.class, () -> options.memoryLimit(0));
        open(1);
        assertThrows(NullPointerException.class, () -> mirror().mightContain(null));
        assertThrows(NullPointerException.class, () -> filters.mirror("clicks", null, options));
    }
}
