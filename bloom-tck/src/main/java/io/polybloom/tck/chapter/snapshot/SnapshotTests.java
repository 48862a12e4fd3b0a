package io.polybloom.tck.chapter.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MirrorView;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.layout.Layouts;
import io.polybloom.locate.FilterBuilder;
import io.polybloom.locate.SnapshotMirror;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RespClient;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that are written to streams, built without Redis, and brought back. */
public abstract class SnapshotTests extends KitTests {

    private static final int ELEMENTS = 2_000;
    private static final int PARTITIONS_OF_TWO_IMPORTS = 3;

    private static byte[] export(BloomFilters filters, String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filters.run(SnapshotExport.of(name, out));
        return out.toByteArray();
    }

    private static SnapshotImport bringing(byte[] snapshot, String name) {
        return SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)).named(name);
    }

    private static boolean isThere(BloomFilters filters, String name) {
        return filters.describe(name).isPresent();
    }

    @TestFactory
    @Checks("20.01")
    List<DynamicTest> theImportedFilterAnswersAsTheExportedOne() {
        List<DynamicTest> rows = new ArrayList<>();
        rows.add(row("classic-v1", () -> thereAndBack(fresh().capacity(3000))));
        rows.add(row(
                "blocked-v1", () -> thereAndBack(fresh().layout(Layouts.BLOCKED).capacity(3000))));
        rows.add(
                row("words-v1", () -> thereAndBack(fresh().layout(Layouts.WORDS).capacity(3000))));
        rows.add(row("a secret key", () -> thereAndBack(fresh().keyed().capacity(3000))));
        rows.add(row("partitions", () -> thereAndBack(fresh().capacity(3000).partitions(5))));
        rows.add(row("layers", () -> thereAndBack(fresh().capacity(500).overCapacity(OverCapacity.GROW))));
        rows.add(row(
                "several pieces",
                () -> thereAndBack(
                        fresh().bits(20_000_000).hashes(4).partitions(1).maxPartitionBits(1L << 25))));
        return rows;
    }

    private void thereAndBack(FilterSpecBuilder spec) {
        thereAndBack(filters(), spec.build());
    }

    private void thereAndBack(BloomFilters filters, FilterSpec spec) {
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(words("word-", ELEMENTS));
        byte[] snapshot = export(filters, spec.name());
        assertSame(filter, read(snapshot));
        String name = freshName();
        SnapshotImport.Report report = filters.run(bringing(snapshot, name));
        assertTrue(report.isCreated());
        assertSame(filter, filters.openExisting(name, TEXT));
        filters.openExisting(name, TEXT).clear();
        assertFalse(filters.run(bringing(snapshot, name)).isCreated(), "an empty filter is filled");
        assertSame(filter, filters.openExisting(name, TEXT));
    }

    private static MirrorView<CharSequence> read(byte[] snapshot) {
        try {
            return SnapshotMirror.read(new ByteArrayInputStream(snapshot), TEXT);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static List<String> asked() {
        List<String> asked = new ArrayList<>(words("word-", ELEMENTS));
        asked.addAll(words("absent-", 5 * ELEMENTS));
        return asked;
    }

    private static void assertSame(BloomFilter<CharSequence> filter, MirrorView<CharSequence> snapshot) {
        List<String> asked = asked();
        assertArrayEquals(filter.mightContainAll(asked), snapshot.mightContainAll(asked));
    }

    private static void assertSame(BloomFilter<CharSequence> filter, BloomFilter<CharSequence> copy) {
        List<String> asked = asked();
        assertTrue(Arrays.equals(filter.mightContainAll(asked), copy.mightContainAll(asked)), "other answers");
        assertEquals(Optional.empty(), copy.description().expireAt());
    }

    @Test
    @Checks("20.01")
    @Needs(Capability.CLUSTER)
    void theImportedFilterIsOnAllNodesOfACluster() {
        BloomFilters filters = connect(Target.cluster(SharedServers.cluster()));
        thereAndBack(filters, fresh().capacity(3000).partitions(9).build());
    }

    @Test
    @Checks("20.01")
    void aFilterThatWasBuiltHasTheBitsOfOneThatWasFilled() throws IOException {
        FilterSpec spec = fresh().capacity(3000).partitions(3).build();
        FilterBuilder<CharSequence> builder = FilterBuilder.of(spec, TEXT);
        builder.addAll(words("word-", ELEMENTS));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        builder.writeTo(out);
        filters().run(bringing(out.toByteArray(), spec.name()));
        BloomFilter<CharSequence> built = open(filters(), spec);
        Reference reference = new Reference(built.description());
        words("word-", ELEMENTS).forEach(reference::add);
        reference.assertStoredOn(List.of(standalone()));
    }

    @TestFactory
    @Checks("20.02")
    List<DynamicTest> aFilterWhosePartsAreLostMeanwhileDoesNotAppear() {
        return List.of(
                row("a partition", () -> importLosing((redis, name) -> StoredFilter.losePartition(redis, name, 1))),
                row("its bits", () -> importLosing((redis, name) -> StoredFilter.loseBits(redis, name, 1))));
    }

    private void importLosing(BiConsumer<RespClient, String> accident) {
        BloomFilters filters = filters();
        FilterSpec spec = fresh().capacity(3000).partitions(3).build();
        open(filters, spec).addAll(words("word-", ELEMENTS));
        byte[] snapshot = export(filters, spec.name());
        String name = freshName();
        SnapshotImport losing = bringing(snapshot, name).reportingTo((done, total) -> {
            if (done == total) {
                try (RespClient redis = standalone().client()) {
                    accident.accept(redis, name);
                }
            }
        });
        assertFalse(isThere(filters, name));
        assertThrows(LostDataException.class, () -> filters.run(losing));
        assertFalse(isThere(filters, name));
        filters.run(bringing(snapshot, name));
        assertSame(filters.openExisting(spec.name(), TEXT), filters.openExisting(name, TEXT));
    }

    @Test
    @Checks("20.02")
    void whatIsDamagedOrDoesNotFitChangesNothing() {
        BloomFilters filters = filters();
        FilterSpec spec = fresh().capacity(3000).partitions(3).build();
        open(filters, spec).addAll(words("word-", ELEMENTS));
        byte[] snapshot = export(filters, spec.name());
        FilterSpec larger = fresh().capacity(9000).partitions(3).build();
        open(filters, larger);
        FilterSpec equal = fresh().capacity(3000).partitions(3).build();
        open(filters, equal);
        byte[] damaged = snapshot.clone();
        damaged[snapshot.length - 9] ^= 1;
        Map<String, String> before = content();
        assertThrows(SpecMismatchException.class, () -> filters.run(bringing(snapshot, larger.name())));
        assertThrows(UncheckedIOException.class, () -> filters.run(bringing(damaged, equal.name())));
        byte[] cut = Arrays.copyOf(snapshot, snapshot.length - 1);
        assertThrows(UncheckedIOException.class, () -> filters.run(bringing(cut, equal.name())));
        assertEquals(before, content());
        String name = freshName();
        assertThrows(UncheckedIOException.class, () -> filters.run(bringing(damaged, name)));
        assertFalse(isThere(filters, name));
    }

    private Map<String, String> content() {
        try (RespClient redis = standalone().client()) {
            return redis.snapshot();
        }
    }

    @Test
    @Checks("20.03")
    void anImportThatWasCutOffContinues() {
        BloomFilters filters = filters();
        FilterSpec spec = fresh().capacity(3000).partitions(6).build();
        open(filters, spec).addAll(words("word-", ELEMENTS));
        byte[] snapshot = export(filters, spec.name());
        String name = freshName();
        for (int part = 1; part <= 3; part++) {
            byte[] cut = Arrays.copyOf(snapshot, snapshot.length * part / 4);
            assertThrows(UncheckedIOException.class, () -> filters.run(bringing(cut, name)));
            assertFalse(isThere(filters, name), "half of it is there");
        }
        SnapshotImport.Report report = filters.run(bringing(snapshot, name));
        long resumed = report.bytesResumed();
        assertTrue(resumed >= report.bytes() / 2, resumed + " of " + report.bytes() + " bytes were not sent again");
        assertTrue(report.isCreated());
        assertSame(filters.openExisting(spec.name(), TEXT), filters.openExisting(name, TEXT));
        try (RespClient redis = standalone().client()) {
            for (String key : redis.keys("*" + name + "*")) {
                assertEquals(-1, redis.integer("PTTL", key), key);
            }
        }
    }

    /** The second import begins and ends while the first one has come to each of its partitions. */
    @TestFactory
    @Checks("20.04")
    List<DynamicTest> twoImportsAtTheSameTimeLeaveOneWholeFilter() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int partition = 1; partition <= PARTITIONS_OF_TWO_IMPORTS; partition++) {
            int number = partition;
            rows.add(row("at partition " + number, () -> importWithinAnImport(number)));
        }
        return rows;
    }

    private void importWithinAnImport(int partition) {
        BloomFilters filters = filters();
        BloomFilters others = filters();
        FilterSpec spec =
                fresh().capacity(3000).partitions(PARTITIONS_OF_TWO_IMPORTS).build();
        open(filters, spec).addAll(words("word-", ELEMENTS));
        byte[] snapshot = export(filters, spec.name());
        String name = freshName();
        int[] written = {0};
        SnapshotImport first = bringing(snapshot, name).reportingTo((done, total) -> {
            if (++written[0] == partition) {
                assertTrue(others.run(bringing(snapshot, name)).isCreated());
            }
        });
        assertThrows(LostDataException.class, () -> filters.run(first), "the other one has taken over its keys");
        BloomFilter<CharSequence> brought = others.openExisting(name, TEXT);
        assertSame(open(filters, spec), brought);
        assertOnlyTheFilterIsPermanent(brought.description());
    }

    private void assertOnlyTheFilterIsPermanent(FilterDescription filter) {
        try (RespClient redis = standalone().client()) {
            List<String> ofTheFilter = StoredFilter.keysOfGeneration(redis, filter);
            for (String key : StoredFilter.keysOfPartitions(redis, filter.name())) {
                assertEquals(ofTheFilter.contains(key), redis.integer("PTTL", key) == -1, key);
            }
        }
    }
}
