package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reason for a failure can be read from an exception without parsing its text. */
class ExceptionValuesTest {

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks").capacity(1000);
    }

    @Test
    void aMismatchSaysWhatDiffers() throws IOException, ClassNotFoundException {
        TestFilters.open(redis, clicks());
        FilterSpec other = FilterSpec.named("clicks")
                .capacity(2000)
                .keyed()
                .overCapacity(OverCapacity.GROW)
                .build();
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, () -> TestFilters.open(redis, other));
        List<Difference> differences = List.of(
                new Difference("keyed", "false", "true"),
                new Difference("capacity", "1000", "2000"),
                new Difference("overCapacity", "DEGRADE", "GROW"));
        assertEquals("clicks", refused.name());
        assertEquals(differences, refused.differences());
        assertEquals(differences, ((SpecMismatchException) throughTheWire(refused)).differences());
    }

    @Test
    void aFullFilterSaysItsCapacity() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks().overCapacity(OverCapacity.REJECT));
        OverCapacityException full = assertThrows(OverCapacityException.class, () -> {
            for (String word : TestFilters.words(3000)) {
                filter.add(word);
            }
        });
        assertEquals("clicks", full.name());
        assertEquals(1000, full.capacity());
    }

    @Test
    void lostBitsAndLostFiltersHaveAName() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks().partitions(1));
        redis.strings.clear();
        assertEquals(
                "clicks",
                assertThrows(LostDataException.class, () -> filter.add("a")).name());
        redis.strings.clear();
        redis.hashes.clear();
        assertEquals(
                "clicks",
                assertThrows(FilterGoneException.class, () -> filter.add("a")).name());
    }

    @Test
    void foreignDataHasTheNameUnderWhichItLies() {
        StoredConfig.store(redis, "hello");
        ForeignDataException foreign =
                assertThrows(ForeignDataException.class, () -> TestFilters.open(redis, clicks()));
        assertEquals("clicks", foreign.name());
    }

    @Test
    void filtersAndSpecificationsSayWhatTheyAre() {
        FilterSpec spec = clicks().keyed().build();
        BloomFilter<CharSequence> filter = new BlockingBloomFilters(redis).open(spec, TestFilters.TEXT);
        assertEquals(
                "BloomFilter[name=clicks, layout=classic-v1, capacity=1000, fpp=0.01, overCapacity=DEGRADE]",
                filter.toString());
        assertEquals(
                "name=clicks, layout=classic-v1, keyed, capacity=1000, fpp=0.01, overCapacity=DEGRADE",
                spec.toString());
        FilterSpec forgets = FilterSpec.named("seen")
                .capacity(1000)
                .falsePositiveRate(0.01)
                .window(Duration.ofHours(24), 4)
                .build();
        assertEquals(
                "BloomFilter[name=seen, layout=classic-v1, capacity=1000, fpp=0.01, overCapacity=DEGRADE,"
                        + " window=1d in 4 slices]",
                new BlockingBloomFilters(redis).open(forgets, TestFilters.TEXT).toString());
        String key = StoredConfig.hashKey(redis, "clicks");
        assertTrue(
                key.matches("[0-9a-f]{32}") && !filter.description().toString().contains(key));
    }

    private static Object throughTheWire(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    @Test
    void aFailureAfterAnAppliedWriteIsTheSameOtherwise() {
        BackendException failure = new BackendException(
                BackendException.Reason.OUT_OF_MEMORY, false, "no memory", new IllegalStateException("cause"));
        failure.addSuppressed(new IllegalStateException("beside it"));
        BackendException after = failure.afterAnAppliedWrite();
        assertTrue(after.mayHaveBeenApplied());
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, after.reason());
        assertTrue(after.getMessage().startsWith("no memory; an earlier write"), after.getMessage());
        assertEquals(failure.getCause(), after.getCause());
        assertEquals(List.of(failure.getSuppressed()), List.of(after.getSuppressed()));
        assertEquals(List.of(failure.getStackTrace()), List.of(after.getStackTrace()));
    }
}
