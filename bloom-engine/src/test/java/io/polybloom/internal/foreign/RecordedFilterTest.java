package io.polybloom.internal.foreign;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The engine with a layout of another system that stores its parameters beside the bits. */
class RecordedFilterTest {

    private static final String CONFIG = "urls:parameters";

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder urls() {
        return FilterSpec.named("urls").layout("recorded");
    }

    private BloomFilter<CharSequence> create() {
        return TestFilters.open(redis, urls().capacity(1000));
    }

    private BloomFilter<CharSequence> adopt() {
        return TestFilters.open(redis, FilterSpec.existing("urls").layout("recorded"));
    }

    @Test
    void writesTheParametersOnceAndLeavesNothingElse() {
        BloomFilter<CharSequence> filter = create();
        Map<String, String> stored = redis.hashes.get(CONFIG);
        assertEquals("1000", stored.get("capacity"));
        assertEquals(1, redis.hashes.size());
        assertEquals(filter.description(), create().description());
        assertEquals(stored, redis.hashes.get(CONFIG));
    }

    @Test
    void adoptsWhatIsStored() {
        assertThrows(FilterGoneException.class, this::adopt);
        BloomFilter<CharSequence> filter = create();
        filter.add("a");
        assertEquals(filter.description(), adopt().description());
        assertTrue(adopt().mightContain("a"));
    }

    @Test
    void leavesTheParametersOfAnotherCreatorInPlace() {
        redis.once(MemoryRedis.beginsWith(Verb.HSET), () -> TestFilters.open(redis, urls().capacity(77)));
        assertThrows(SpecMismatchException.class, this::create);
        assertEquals("77", redis.hashes.get(CONFIG).get("capacity"));
        assertEquals(1, redis.hashes.size());
    }

    @Test
    void saysWhyTheParametersCouldNotBeWritten() {
        redis.refuse(Verb.HSET, "OOM no");
        BackendException refused = assertThrows(BackendException.class, this::create);
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
    }

    @Test
    void refusesOtherParametersAndChangesNothing() {
        create().add("a");
        Map<String, String> before = redis.snapshot();
        assertThrows(SpecMismatchException.class, () -> TestFilters.open(redis, urls().capacity(1001)));
        assertThrows(
                SpecMismatchException.class,
                () -> TestFilters.open(redis, urls().bits(5).hashes(1)));
        assertEquals(before, redis.snapshot());
    }

    @Test
    void noticesThatTheFilterWasDeletedOrReconfigured() {
        BloomFilter<CharSequence> filter = create();
        filter.add("a");
        redis.hashes.get(CONFIG).put("bits", "99999");
        assertThrows(SpecMismatchException.class, () -> filter.mightContain("b"));
        assertThrows(SpecMismatchException.class, () -> filter.add("b"));
        assertThrows(SpecMismatchException.class, () -> filter.mightContainAll(words(100)));
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(words(100)));
        assertEquals(SpecMismatchException.class, partial.getCause().getClass());
        redis.remove(CONFIG);
        assertThrows(FilterGoneException.class, () -> filter.mightContain("b"));
        assertThrows(FilterGoneException.class, () -> filter.add("b"));
        assertThrows(FilterGoneException.class, filter::stats);
    }

    @Test
    void refusesAHashThatTheOtherSystemHasNotWritten() {
        redis.hashes.put(CONFIG, new TreeMap<>(Map.of("size", "7")));
        assertTrue(assertThrows(ForeignDataException.class, this::adopt)
                .getMessage()
                .contains("it has no bits"));
        assertThrows(ForeignDataException.class, this::create);
    }

    @Test
    void expiresBothKeysAtTheSameInstantAlsoBeforeTheFirstAdd() {
        BloomFilter<CharSequence> filter = create();
        filter.expire(Duration.ofMinutes(5));
        assertEquals(2, redis.expiries.size());
        assertEquals(redis.expiries.get(CONFIG), redis.expiries.get("urls.0"));
    }

    @Test
    void emptiesTheBitsAndRemovesEverything() {
        BloomFilter<CharSequence> filter = create();
        filter.addAll(words(10));
        filter.clear();
        assertFalse(filter.mightContain("word-1"));
        assertEquals("1000", redis.hashes.get(CONFIG).get("capacity"));
        filter.add("word-1");
        filter.delete();
        assertTrue(redis.snapshot().isEmpty());
        assertThrows(FilterGoneException.class, () -> filter.mightContain("word-1"));
    }
}
