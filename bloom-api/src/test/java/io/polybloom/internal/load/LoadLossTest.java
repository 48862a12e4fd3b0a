package io.polybloom.internal.load;

import static io.polybloom.TestFilters.assertAllPresent;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.SpecMismatchException;
import io.polybloom.TestFilters;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Loads of filters that are lost, cleared, deleted or created again before any of their batches: never a silent loss.
 */
class LoadLossTest {

    private static final FilterSpec SPEC = TestFilters.clicks(3);
    private static final List<String> LOADED = words(700);

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = open(redis);

    private static BloomFilter<CharSequence> open(MemoryRedis redis) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        filter.addAll(words(100));
        filter.expire(Duration.ofHours(5));
        return filter;
    }

    @Test
    void aClearAtAnyMoment() {
        atEachBatch(model -> TestFilters.open(model, SPEC).clear(), LostDataException.class, 3);
    }

    @Test
    void aDeletionAtAnyMoment() {
        atEachBatch(model -> TestFilters.open(model, SPEC).delete(), FilterGoneException.class, 0);
    }

    @Test
    void aFilterThatIsCreatedAnewAtAnyMoment() {
        atEachBatch(
                model -> {
                    TestFilters.open(model, SPEC).delete();
                    TestFilters.open(model, SPEC);
                },
                LostDataException.class,
                3);
        atEachBatch(
                model -> {
                    TestFilters.open(model, SPEC).delete();
                    TestFilters.open(model, FilterSpec.named("clicks").capacity(77));
                },
                SpecMismatchException.class,
                1);
    }

    /**
     * Lets something happen before each batch of a load in turn: the load fails as expected, or everything is in the
     * filter.
     */
    private static void atEachBatch(
            Consumer<MemoryRedis> event, Class<? extends BloomFilterException> expected, int strings) {
        int failures = 0;
        for (int moment = 0; ; moment++) {
            MemoryRedis model = new MemoryRedis();
            BloomFilter<CharSequence> tried = open(model);
            int[] left = {moment};
            model.before = batch -> {
                // What happens before the client asks for the time alone happens after it has read the config.
                if (batch.commands().get(0).verb() != Verb.TIME && left[0]-- == 0) {
                    event.accept(model);
                }
            };
            try {
                tried.load(LOADED, taken -> {});
                model.before = batch -> {};
                if (left[0] >= 0) {
                    assertTrue(failures > 10, "failures: " + failures);
                    return;
                }
                assertAllPresent(TestFilters.open(model, SPEC), LOADED);
            } catch (BloomFilterException failure) {
                failures++;
                assertInstanceOf(expected, failure);
                assertEquals(strings, model.strings.size(), "at batch " + moment);
            }
        }
    }
}
