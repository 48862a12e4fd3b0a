package io.polybloom.internal.transfer;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The filters that a merge refuses, and the events that end it. */
class UnionLimitsTest {

    private final MemoryRedis redis = new MemoryRedis();

    private static void merge(MemoryRedis redis, String source, String target) {
        new BlockingBloomFilters(redis).run(FilterMerge.of(source).into(target));
    }

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).bits(8192).hashes(4).partitions(2);
    }

    private static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec);
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
        open(redis, spec("a"));
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

    /** The merge fails, or the union has all that was in the source when it began. */
    private static void requireNoGap(Verb moment, Consumer<MemoryRedis> accident) {
        MemoryRedis raced = new MemoryRedis();
        open(raced, spec("a")).addAll(words(50));
        open(raced, spec("b")).add("its own");
        boolean[] met = {false};
        raced.once(batch -> batch.commands().stream().anyMatch(command -> command.verb() == moment), () -> {
            met[0] = true;
            accident.accept(raced);
        });
        assertThrows(BloomFilterException.class, () -> merge(raced, "a", "b"));
        assertTrue(met[0]);
        assertTrue(
                raced.snapshot().keySet().stream().noneMatch(key -> key.matches(".*:[0-9a-f]{16}")),
                () -> "temporary keys: " + raced.snapshot().keySet());
    }

    @Test
    void endsWhenASourceIsClearedDeletedOrLost() {
        for (Verb moment : List.of(Verb.GETRANGE, Verb.SETRANGE, Verb.BITOP)) {
            requireNoGap(moment, raced -> open(raced, FilterSpec.existing("a")).clear());
            requireNoGap(moment, raced -> open(raced, FilterSpec.existing("a")).delete());
        }
        requireNoGap(Verb.GETRANGE, raced -> raced.strings.keySet().removeIf(key -> key.contains("{a:")));
        requireNoGap(Verb.SETRANGE, raced -> raced.strings.keySet().removeIf(key -> key.contains("{a:1}")));
    }

    @Test
    void endsWhenASourceGrows() {
        BloomFilter<CharSequence> source =
                open(redis, FilterSpec.named("a").capacity(100).overCapacity(OverCapacity.GROW));
        source.addAll(words(50));
        redis.once(MemoryRedis.beginsWith(Verb.GETRANGE), () -> source.addAll(words(250)));
        assertThrows(LostDataException.class, () -> merge(redis, "a", "b"));
        redis.before = ignored -> {};
        merge(redis, "a", "b");
        for (boolean present : open(redis, FilterSpec.existing("b")).mightContainAll(words(250))) {
            assertTrue(present);
        }
    }

    /** Whatever command fails, the merge fails, and to repeat it makes the union. */
    @Test
    void canBeRepeatedAfterAFailureAtEveryCommand() {
        int commands = 0;
        while (failsAt(commands)) {
            commands++;
        }
        assertTrue(commands > 20, "it takes " + commands + " commands");
        for (int later = commands; later < commands + 5; later++) {
            assertFalse(failsAt(later), "the command " + commands + " may fail, but not a later one");
        }
    }

    private static boolean failsAt(int failing) {
        MemoryRedis fresh = new MemoryRedis();
        open(fresh, spec("a")).addAll(words(50));
        int[] left = {failing};
        fresh.answerInstead = command -> left[0]-- == 0 ? Reply.Failure.ofServer("ERR no", null) : null;
        boolean failed = false;
        try {
            merge(fresh, "a", "b");
        } catch (BloomFilterException expected) {
            failed = true;
        }
        fresh.answerInstead = command -> null;
        merge(fresh, "a", "b");
        for (boolean present : open(fresh, FilterSpec.existing("b")).mightContainAll(words(50))) {
            assertTrue(present, "after " + failing);
        }
        return failed;
    }
}
