package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.driver.BlockingBloomFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The common parts of the engine's tests. */
public final class TestFilters {

    public static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private TestFilters() {}

    /** The filter {@code clicks} of a thousand elements, to be made another one. */
    public static FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks").capacity(1000);
    }

    /** The filter {@code clicks} that grows. */
    public static FilterSpecBuilder growing(long capacity, int partitions) {
        return FilterSpec.named("clicks")
                .capacity(capacity)
                .partitions(partitions)
                .overCapacity(OverCapacity.GROW);
    }

    public static FilterSpec clicks(int partitions) {
        return clicks().partitions(partitions).build();
    }

    public static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpecBuilder spec) {
        return open(redis, spec.build());
    }

    public static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpec spec) {
        return open(redis, spec, FilterOptions.defaults());
    }

    public static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpecBuilder spec, FilterOptions options) {
        return open(redis, spec.build(), options);
    }

    public static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpec spec, FilterOptions options) {
        return new BlockingBloomFilters(redis).open(spec, TEXT, options);
    }

    public static void assertAllPresent(BloomFilter<CharSequence> filter, List<String> elements) {
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
    }

    /** Returns how many answers are {@code true}. */
    public static int count(boolean[] answers) {
        int count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }

    public static List<String> words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add("word-" + i);
        }
        return words;
    }
}
