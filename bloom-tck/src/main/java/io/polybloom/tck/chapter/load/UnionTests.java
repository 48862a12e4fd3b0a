package io.polybloom.tck.chapter.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that are merged into one. */
public abstract class UnionTests extends KitTests {

    private static final int ELEMENTS = 3_000;

    private FilterSpecBuilder clicks() {
        return fresh().capacity(ELEMENTS).partitions(3);
    }

    private static String create(BloomFilters filters, FilterSpecBuilder builder, List<String> elements) {
        FilterSpec spec = builder.build();
        open(filters, spec).addAll(elements);
        return spec.name();
    }

    private static BloomFilter<CharSequence> existing(BloomFilters filters, String name) {
        return filters.openExisting(name, TEXT);
    }

    @Test
    @Checks("12.01")
    void theUnionHasTheBitsOfOneFilterWithAllElements() {
        BloomFilters filters = filters();
        List<String> all = words("élément-", ELEMENTS);
        String one = create(filters, clicks(), all.subList(0, 2 * ELEMENTS / 3));
        String other = create(filters, clicks(), all.subList(ELEMENTS / 3, ELEMENTS));
        existing(filters, one).expire(Duration.ofHours(1));
        String union = freshName();
        FilterMerge.Report report = filters.run(FilterMerge.of(one, other).into(union));
        assertEquals(3, report.partitions());
        BloomFilter<CharSequence> merged = existing(filters, union);
        assertStored(merged, all);
        assertStored(existing(filters, other), all.subList(ELEMENTS / 3, ELEMENTS));
        assertEquals(Optional.empty(), merged.description().expireAt());
        try (RespClient redis = standalone().client()) {
            for (String key : redis.keys("*" + union + "*")) {
                assertEquals(-1, redis.integer("PTTL", key), key);
            }
        }
    }

    @Test
    @Checks("12.01")
    @Needs(Capability.CLUSTER)
    void theUnionOfFiltersOnAClusterAnswersAndCountsLikeOneFilter() {
        BloomFilters filters = connect(Target.cluster(SharedServers.cluster()));
        List<String> all = words("word-", ELEMENTS);
        String one = create(filters, clicks().partitions(7), all.subList(0, ELEMENTS / 2));
        String other = create(filters, clicks().partitions(7), all.subList(ELEMENTS / 2, ELEMENTS));
        String union = freshName();
        filters.run(FilterMerge.of(one, other).into(union));
        BloomFilter<CharSequence> merged = existing(filters, union);
        BloomFilter<CharSequence> whole = existing(filters, create(filters, clicks().partitions(7), all));
        assertEquals(whole.stats().layers(), merged.stats().layers());
        List<String> asked = words("word-", 3 * ELEMENTS);
        assertArrayEquals(whole.mightContainAll(asked), merged.mightContainAll(asked));
        List.of(one, other, union, whole.description().name())
                .forEach(name -> existing(filters, name).delete());
    }

    @Test
    @Checks("12.02")
    void theTargetKeepsWhatItHasAndWhatOthersAddToIt() {
        BloomFilters filters = filters();
        List<String> elements = words("word-", ELEMENTS);
        String source = create(filters, clicks(), elements);
        BloomFilter<CharSequence> target = existing(filters, create(filters, clicks(), words("own-", 100)));
        BloomFilter<CharSequence> adding =
                existing(filters(), target.description().name());
        FilterMerge merge = FilterMerge.of(source).into(target.description().name());
        int added = OtherClient.addsDuring(() -> filters.run(merge), adding, PATIENT);
        List<String> all = words("other-", added);
        all.addAll(words("own-", 100));
        all.addAll(elements);
        assertStored(target, all);
    }

    @Test
    @Checks("12.03")
    void grownFiltersAreMergedLayerByLayer() {
        BloomFilters filters = filters();
        List<String> ours = words("our-", ELEMENTS);
        List<String> theirs = words("their-", ELEMENTS);
        String one = create(filters, growing(), ours);
        String other = create(filters, growing(), theirs);
        List<?> layers = existing(filters, one).description().layers();
        assertEquals(2, layers.size());
        String union = freshName();
        filters.run(FilterMerge.of(one, other).into(union));
        BloomFilter<CharSequence> merged = existing(filters, union);
        assertEquals(layers, merged.description().layers().subList(0, 2));
        assertTrue(merged.stats().layers().get(0).sealed());
        assertEquals(ELEMENTS, count(merged.mightContainAll(ours)));
        assertEquals(ELEMENTS, count(merged.mightContainAll(theirs)));
        String small = create(filters, growing(), words("word-", 10));
        SpecMismatchException refused = assertThrows(
                SpecMismatchException.class,
                () -> filters.run(FilterMerge.of(one, small).into(freshName())));
        assertEquals("layers", refused.differences().get(0).parameter());
    }

    private FilterSpecBuilder growing() {
        return fresh().capacity(ELEMENTS / 2).partitions(2).overCapacity(OverCapacity.GROW);
    }

    /** Has a row for each parameter. */
    @TestFactory
    @Checks("12.04")
    List<DynamicTest> filtersWithOtherParametersAreRefused() {
        return List.of(
                row("bits", () -> refuse(bits().bits(16_384), "bits per partition")),
                row("hashes", () -> refuse(bits().hashes(5), "hashes")),
                row("partitions", () -> refuse(bits().bits(16_384).partitions(2), "partitions")),
                row("hash", () -> refuse(bits().keyed(), "hash")),
                row("layout", () -> refuse(bits().layout("blocked-v1"), "layout")));
    }

    private FilterSpecBuilder bits() {
        return fresh().bits(8_192).hashes(4).partitions(1);
    }

    private void refuse(FilterSpecBuilder different, String parameter) {
        BloomFilters filters = filters();
        List<String> elements = words("word-", 50);
        BloomFilter<CharSequence> source = existing(filters, create(filters, bits(), elements));
        BloomFilter<CharSequence> target = existing(filters, create(filters, different, words("own-", 50)));
        SpecMismatchException refused = assertThrows(
                SpecMismatchException.class,
                () -> filters.run(FilterMerge.of(source.description().name())
                        .into(target.description().name())));
        assertEquals(
                List.of(parameter),
                refused.differences().stream()
                        .map(SpecMismatchException.Difference::parameter)
                        .toList());
        assertTrue(refused.getMessage().contains(source.description().name()), refused.getMessage());
        assertTrue(refused.getMessage().contains(target.description().name()), refused.getMessage());
        String union = freshName();
        assertThrows(
                SpecMismatchException.class,
                () -> filters.run(FilterMerge.of(
                                source.description().name(),
                                target.description().name())
                        .into(union)));
        assertStored(target, words("own-", 50));
        try (RespClient redis = standalone().client()) {
            assertEquals(List.of(), redis.keys("*" + union + "*"));
        }
    }

    /** The keys of one filter are removed when the first piece is read, or has been uploaded. */
    @TestFactory
    @Checks("12.05")
    @Needs(Capability.SERVER)
    List<DynamicTest> aFilterThatIsLostDuringAMerge() {
        return List.of(
                row("a source, before it is read", () -> lose("GETRANGE", "source")),
                row("a source, when a part was read", () -> lose("SETRANGE", "source")),
                row("the target, before it is merged", () -> lose("SETRANGE", "target")),
                row("the target, in the middle", () -> lose("BITOP", "target")));
    }

    private void lose(String command, String name) {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilters filters = connect(Target.standalone(front.uri()));
        for (String each : List.of("source", "target")) {
            create(filters, FilterSpec.named(each).capacity(ELEMENTS).partitions(3), words(each, 1_000));
        }
        RespClient redis = closing(server.client());
        AtomicBoolean lost = new AtomicBoolean();
        front.answer(request -> {
            if (request.name().equals(command) && lost.compareAndSet(false, true)) {
                StoredFilter.losePartitions(redis, name);
            }
            return null;
        });
        assertThrows(
                LostDataException.class,
                () -> filters.run(FilterMerge.of("source").into("target")));
        assertTrue(lost.get());
        // What the merge has written to a lost key makes none of its partitions alive.
        BloomFilter<CharSequence> lossy = existing(filters, name);
        assertThrows(LostDataException.class, () -> lossy.mightContainAll(words(name, 1_000)));
        lossy.clear();
        assertEquals(
                StoredFilter.partitions(lossy.description()),
                StoredFilter.keysOfPartitionsThatStay(redis, name),
                "keys that the merge has created anew");
        assertFalse(redis.keys("*").stream().anyMatch(StoredFilter::isTemporary), "temporary keys are left");
    }

    private void assertStored(BloomFilter<CharSequence> filter, List<String> elements) {
        Reference reference = new Reference(filter.description());
        elements.forEach(reference::add);
        reference.assertStoredOn(List.of(standalone()));
    }
}
