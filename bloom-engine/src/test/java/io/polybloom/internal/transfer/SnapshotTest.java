package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
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
import io.polybloom.FilterTask;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The filter that an import makes of an export, and what is refused. */
class SnapshotTest extends Snapshots {

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

    /** The server cannot say what is on disk, so no stream of the caller is opened. */
    @Test
    void opensNoSourceForAnImportThatIsRefused() {
        int[] opened = {0};
        SnapshotImport task = SnapshotImport.of(() -> {
            opened[0]++;
            return InputStream.nullInputStream();
        });
        FilterTask<SnapshotImport.Report> persisted =
                task.acknowledgedBy(1, Duration.ofSeconds(1)).persisted();
        assertThrows(UnsupportedFilterException.class, () -> filters.run(persisted));
        assertEquals(0, opened[0]);
    }
}
