package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnionTest {

    private final MemoryRedis redis = new MemoryRedis();

    private FilterMerge.Report merge(FilterMerge merge) {
        return new BlockingBloomFilters(redis).run(merge);
    }

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1000).partitions(3);
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec);
    }

    private BloomFilter<CharSequence> existing(String name) {
        return open(FilterSpec.existing(name));
    }

    /** The strings of a filter, by the number of their partition and layer. */
    private Map<String, String> bits(String name) {
        return StoredConfig.bits(redis, existing(name).description());
    }

    @Test
    void mergesGrownFiltersLayerByLayer() {
        FilterSpecBuilder a = FilterSpec.named("a").capacity(100).partitions(2).overCapacity(OverCapacity.GROW);
        FilterSpecBuilder b = FilterSpec.named("b").capacity(100).partitions(2).overCapacity(OverCapacity.GROW);
        List<String> ours = words(250);
        List<String> theirs = ours.stream().map(word -> "their " + word).toList();
        open(a).addAll(ours);
        open(b).addAll(theirs);
        assertEquals(2, existing("a").description().layers().size());
        FilterMerge merge = FilterMerge.of("a", "b").into("c");
        FilterMerge.Report report = merge(merge);
        assertEquals(4, report.partitions());
        requireAll(ours, theirs);
        int layers = existing("c").description().layers().size();
        assertTrue(layers >= 2);
        assertTrue(existing("c").stats().layers().get(0).sealed());
        assertFalse(existing("c").stats().layers().get(layers - 1).sealed());

        Map<String, String> once = bits("c");
        merge(merge);
        assertEquals(once, bits("c"), "what is merged already stays as it is");
        requireAll(ours, theirs);
    }

    private void requireAll(List<String> ours, List<String> theirs) {
        List<String> all = new ArrayList<>(ours);
        all.addAll(theirs);
        for (boolean present : existing("c").mightContainAll(all)) {
            assertTrue(present);
        }
    }

    @Test
    void readsLargePartitionsInPiecesAndTellsItsProgress() {
        for (String name : List.of("a", "b")) {
            open(FilterSpec.named(name).bits(20_000_000).hashes(3).partitions(1))
                    .addAll(words(1000));
        }
        List<Long> steps = new ArrayList<>();
        redis.batches.clear();
        FilterMerge.Report report = merge(FilterMerge.of("a", "b").into("c").reportingTo((done, total) -> {
            steps.add(done);
            assertEquals(5_000_000, total);
        }));
        assertTrue(redis.commands()
                .filter(command -> command.verb() == Verb.SETRANGE)
                .allMatch(command -> command.arguments()[1].length <= 1 << 20));
        assertEquals(6, steps.size());
        assertEquals(5_000_000, steps.get(5));
        assertEquals(5_000_000, report.bytes());
        assertEquals(bits("a"), bits("c"));
    }

    @Test
    void sealsAFilterThatRejectsWhenItIsFull() {
        open(spec("a").overCapacity(OverCapacity.REJECT)).addAll(words(980));
        try {
            existing("a").addAll(words(1200));
        } catch (OverCapacityException | PartialBulkException full) {
            assertTrue(existing("a").stats().layers().get(0).sealed());
        }
        merge(FilterMerge.of("a").into("c"));
        assertTrue(existing("c").stats().layers().get(0).sealed());
    }

    /** The union would be fuller than the target, which has expired only by the clock of this machine. */
    @Test
    void countsATargetThatLivesByTheClockOfTheServer() {
        FilterSpecBuilder spec = spec("c").overCapacity(OverCapacity.REJECT);
        open(spec).addAll(words(800));
        open(spec("a").overCapacity(OverCapacity.REJECT))
                .addAll(words(800).stream().map(word -> "their " + word).toList());
        existing("c").expireAt(Instant.now().plusSeconds(60));
        redis.millis = System.currentTimeMillis();
        Map<String, String> before = bits("c");
        assertThrows(
                OverCapacityException.class,
                () -> new BlockingDriver(redis).run(Union.of(FilterMerge.of("a").into("c"), anHourAhead())));
        assertEquals(before, bits("c"));
    }

    private Environment anHourAhead() {
        InstantSource ahead = InstantSource.offset(InstantSource.system(), Duration.ofHours(1));
        return new Environment(
                redis.servers(), ahead, Environment.ofSystem(redis).ids());
    }

    private static void merge(MemoryRedis redis, String source, String target) {
        new BlockingBloomFilters(redis).run(FilterMerge.of(source).into(target));
    }

    private static FilterSpecBuilder small(String name) {
        return FilterSpec.named(name).bits(8192).hashes(4).partitions(2);
    }

    private static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpecBuilder small) {
        return TestFilters.open(redis, small);
    }

    @Test
    void refusesSourcesThatHaveGrownByOtherNumbersOfLayers() {
        for (String name : List.of("a", "b")) {
            open(redis, FilterSpec.named(name).capacity(100).overCapacity(OverCapacity.GROW))
                    .addAll(words(name.equals("a") ? 50 : 250));
        }
        Map<String, String> before = redis.snapshot();
        SpecMismatchException refused = assertThrows(
                SpecMismatchException.class,
                () -> new BlockingBloomFilters(redis)
                        .run(FilterMerge.of("a", "b").into("c")));
        assertEquals("layers", refused.differences().get(0).parameter());
        assertEquals(before, redis.snapshot());
        merge(redis, "b", "a");
        for (boolean present : open(redis, FilterSpec.existing("a")).mightContainAll(words(250))) {
            assertTrue(present, "a target gets the layers that it lacks");
        }
    }

    @Test
    void refusesASourceThatDoesNotExistAndATargetThatIsASource() {
        open(redis, small("a"));
        Map<String, String> before = redis.snapshot();
        assertThrows(
                FilterGoneException.class,
                () -> new BlockingBloomFilters(redis)
                        .run(FilterMerge.of("a", "nothing").into("c")));
        assertEquals(before, redis.snapshot());
        assertThrows(
                IllegalArgumentException.class, () -> FilterMerge.of("a", "b").into("b"));
        assertThrows(IllegalArgumentException.class, () -> FilterMerge.of(List.of()));
        assertThrows(IllegalArgumentException.class, () -> FilterMerge.of("a", ""));
        assertEquals(List.of("a", "b"), FilterMerge.of("a", "b", "a").into("c").sources());
    }
}
