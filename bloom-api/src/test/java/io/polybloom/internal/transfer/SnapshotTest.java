package io.polybloom.internal.transfer;

import static io.polybloom.TestFilters.assertAllPresent;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMerge;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.SpecMismatchException;
import io.polybloom.TestFilters;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.snapshot.SnapshotReader;
import io.polybloom.internal.snapshot.SnapshotWriter;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotTest {

    private static final int ELEMENTS = 600;
    private static final int TRAILERS = 3;

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1000).partitions(3);
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec);
    }

    private byte[] export(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filters.run(SnapshotExport.of(name, out));
        return out.toByteArray();
    }

    private SnapshotImport.Report bring(byte[] snapshot, String name) {
        return filters.run(
                SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)).named(name));
    }

    /** The strings of a filter, by the number of their partition and layer. */
    private Map<String, String> bits(String name) {
        String generation = filters.describe(name).orElseThrow().generation();
        Map<String, String> bits = new TreeMap<>();
        redis.snapshot().forEach((key, value) -> {
            if (key.contains(generation)) {
                bits.put(key.replace(generation, "").replace("{" + name + ":", "{"), value);
            }
        });
        return bits;
    }

    private List<String> strings(String name) {
        String generation = filters.describe(name).orElseThrow().generation();
        return redis.strings.entrySet().stream()
                .filter(string -> string.getKey().contains(generation))
                .map(string -> Arrays.toString(string.getValue()))
                .toList();
    }

    @Test
    void bringsBackTheSameFilter() {
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            BloomFilter<CharSequence> old = open(spec("old").layout(layout).keyed());
            old.addAll(words(ELEMENTS));
            Map<String, String> before = redis.snapshot();
            byte[] snapshot = export("old");
            assertEquals(before, redis.snapshot(), "an export changes nothing");

            SnapshotImport.Report report = bring(snapshot, "new");

            assertTrue(report.isCreated());
            assertEquals(0, report.bytesResumed());
            assertEquals(old.description().memoryBytes(), report.bytes());
            assertEquals(bits("old"), bits("new"));
            BloomFilter<CharSequence> made = open(FilterSpec.existing("new"));
            assertEquals(old.stats().layers(), made.stats().layers());
            assertArrayEquals(old.mightContainAll(words(2000)), made.mightContainAll(words(2000)));
            assertNotEquals(old.description().origin(), made.description().origin());
            assertTrue(redis.expiries.isEmpty(), redis.expiries.toString());
            assertEquals(before.size() + 5, redis.snapshot().size(), "three partitions, config and trace");
            redis.strings.clear();
            redis.hashes.clear();
        }
    }

    @Test
    void bringsBackAllLayersAndMarks() {
        BloomFilter<CharSequence> old = open(spec("old").overCapacity(OverCapacity.GROW));
        for (int i = 0; i < 40; i++) {
            old.addAll(words(4000).subList(100 * i, 100 * i + 100));
        }
        assertTrue(old.description().layers().size() > 1, "it must have grown");
        bring(export("old"), "new");
        assertEquals(bits("old"), bits("new"));
        BloomFilter<CharSequence> made = open(FilterSpec.existing("new"));
        assertEquals(old.stats().layers(), made.stats().layers());
        made.addAll(words(4000));
        assertTrue(made.mightContain("word-0"));
    }

    @Test
    void transfersPartitionsOfSeveralMebibytesInPieces() {
        BloomFilter<CharSequence> old = open(
                FilterSpec.named("old").bits(20_000_000).hashes(5).partitions(1).maxPartitionBits(1L << 25));
        old.addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        List<Long> steps = new ArrayList<>();
        filters.run(SnapshotImport.of(() -> new ByteArrayInputStream(snapshot))
                .named("new")
                .reportingTo((done, total) -> steps.add(done)));
        assertEquals(bits("old"), bits("new"));
        assertEquals(old.description().memoryBytes(), steps.get(steps.size() - 1));
        assertTrue(steps.size() >= 3, steps.toString());
        long longest = redis.commands()
                .filter(command -> command.verb() == Verb.SETRANGE)
                .mapToInt(command -> command.arguments()[1].length)
                .max()
                .orElseThrow();
        assertEquals(1 << 16, longest);
        bring(snapshot, "old");
        assertEquals(bits("new"), bits("old"));
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
    void bringsBackAFilterWithAnyName() {
        String name = "a\\n\n\\ \r\nspec=";
        open(spec(name)).add("x");
        byte[] snapshot = export(name);
        filters.run(FilterRemoval.of(name));
        filters.run(SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)));
        assertTrue(open(FilterSpec.existing(name)).mightContain("x"));
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
                && new String(command.arguments()[0], StandardCharsets.UTF_8).equals("spec");
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
        assertEquals(report.bytes() / TRAILERS * 2, report.bytesResumed());
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

    @Test
    void refusesEachByteThatIsDamagedAndEachEndThatIsMissing() {
        open(FilterSpec.named("old").bits(256).hashes(3)).addAll(words(20));
        byte[] snapshot = export("old");
        Map<String, String> before = redis.snapshot();
        open(FilterSpec.named("other").bits(256).hashes(3)).addAll(words(1));
        Map<String, String> other = bits("other");
        for (int at = 0; at < snapshot.length; at++) {
            byte[] damaged = snapshot.clone();
            damaged[at] ^= 4;
            assertThrows(UncheckedIOException.class, () -> bring(damaged, "new"), "byte " + at);
            byte[] cut = Arrays.copyOf(snapshot, at);
            assertThrows(UncheckedIOException.class, () -> bring(cut, "new"), "end " + at);
            assertThrows(UncheckedIOException.class, () -> bring(damaged, "other"), "byte " + at);
            assertTrue(filters.describe("new").isEmpty());
        }
        assertEquals(other, bits("other"), "nothing of a damaged snapshot is merged");
        bring(snapshot, "new");
        assertEquals(bits("old"), bits("new"));
        assertTrue(before.entrySet().stream().allMatch(key -> redis.snapshot().containsKey(key.getKey())));
    }

    @Test
    void namesADamagedPieceAsSuch() {
        open(spec("old")).addAll(words(ELEMENTS));
        byte[] snapshot = export("old");
        snapshot[snapshot.length - 10] ^= 1;
        UncheckedIOException thrown = assertThrows(UncheckedIOException.class, () -> bring(snapshot, "new"));
        assertInstanceOf(StreamCorruptedException.class, thrown.getCause());
        assertTrue(thrown.getCause().getMessage().contains("piece 2, of partition 2"), thrown.toString());
    }

    @Test
    void mergesIntoAFilterThatExists() {
        open(spec("old")).addAll(words(ELEMENTS).subList(0, 400));
        BloomFilter<CharSequence> target = open(spec("new"));
        target.addAll(words(ELEMENTS).subList(300, ELEMENTS));
        target.expire(Duration.ofDays(1));
        open(spec("all")).addAll(words(ELEMENTS));
        SnapshotImport.Report report = bring(export("old"), "new");
        assertFalse(report.isCreated());
        filters.run(FilterMerge.of("all").into("copy"));
        target.persist();
        assertEquals(bits("copy"), bits("new"));
    }

    @Test
    void refusesOtherParametersAndAUnionThatDoesNotFit() {
        open(spec("old")).addAll(words(900));
        byte[] snapshot = export("old");
        open(FilterSpec.named("larger").capacity(2000).partitions(3));
        open(spec("keyed").keyed());
        open(spec("full").overCapacity(OverCapacity.REJECT)).addAll(words(1900).subList(1000, 1900));
        Map<String, String> before = redis.snapshot();
        assertThrows(SpecMismatchException.class, () -> bring(snapshot, "larger"));
        assertThrows(SpecMismatchException.class, () -> bring(snapshot, "keyed"));
        assertThrows(OverCapacityException.class, () -> bring(snapshot, "full"));
        assertEquals(before, redis.snapshot());
        BlockingBloomFilters three = new BlockingBloomFilters(new MemoryRedis(3));
        SnapshotImport elsewhere = SnapshotImport.of(() -> new ByteArrayInputStream(snapshot));
        assertThrows(SpecMismatchException.class, () -> three.run(elsewhere));
    }

    @Test
    void refusesWhatHasNoSnapshots() {
        open(spec("window").window(Duration.ofHours(1), 4));
        assertThrows(UnsupportedFilterException.class, () -> export("window"));
        assertThrows(FilterGoneException.class, () -> export("nothing"));
    }

    @Test
    void failsWithTheStreamAndClosesIt() {
        open(spec("old")).addAll(words(ELEMENTS));
        OutputStream full = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("the disk is full");
            }
        };
        assertThrows(UncheckedIOException.class, () -> filters.run(SnapshotExport.of("old", full)));
        byte[] snapshot = export("old");
        int[] open = {0};
        SnapshotImport task = SnapshotImport.of(() -> {
            open[0]++;
            return new ByteArrayInputStream(snapshot) {
                @Override
                public void close() {
                    open[0]--;
                }
            };
        });
        filters.run(task.named("new"));
        filters.run(task.named("new"));
        redis.cut(Verb.SET);
        assertThrows(BloomFilterException.class, () -> filters.run(task.named("third")));
        assertEquals(0, open[0]);
        SnapshotImport none = SnapshotImport.of(() -> {
            throw new IOException("there is no such file");
        });
        assertThrows(UncheckedIOException.class, () -> filters.run(none));
    }

    @Test
    void noExportIsCompleteIfTheFilterEnds() {
        open(spec("old")).addAll(words(ELEMENTS));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean[] cleared = {false};
        SnapshotExport export = SnapshotExport.of("old", out).reportingTo((done, total) -> {
            if (done == total && !cleared[0]) {
                cleared[0] = true;
                open(FilterSpec.existing("old")).clear();
            }
        });
        assertThrows(LostDataException.class, () -> filters.run(export));
        assertThrows(UncheckedIOException.class, () -> bring(out.toByteArray(), "new"));
        assertTrue(filters.describe("new").isEmpty());
    }

    /** The snapshot that the first release wrote is read by all later ones. */
    @Test
    void readsTheGoldenSnapshot() throws IOException {
        byte[] golden;
        try (InputStream in = SnapshotTest.class.getResourceAsStream("/io/polybloom/snapshot/clicks.bloom")) {
            golden = in.readAllBytes();
        }
        filters.run(SnapshotImport.of(() -> new ByteArrayInputStream(golden)));
        BloomFilter<CharSequence> made = open(FilterSpec.existing("clicks"));
        assertEquals(OverCapacity.GROW, made.description().overCapacity());
        assertAllPresent(made, words(ELEMENTS));
        SnapshotReader reader = new SnapshotReader(new ByteArrayInputStream(golden));
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        SnapshotWriter writer = new SnapshotWriter(again, reader.header());
        while (!reader.isAtEnd()) {
            writer.piece(reader.next());
        }
        writer.end();
        assertArrayEquals(golden, again.toByteArray());
        assertEquals(golden.length, export("clicks").length, "number and time have always the same length");
    }
}
