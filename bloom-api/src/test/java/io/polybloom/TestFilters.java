package io.polybloom;

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

    public static FilterSpec clicks(int partitions) {
        return FilterSpec.named("clicks").capacity(1000).partitions(partitions).build();
    }

    public static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpec spec) {
        return open(redis, spec, FilterOptions.defaults());
    }

    public static BloomFilter<CharSequence> open(MemoryRedis redis, FilterSpec spec, FilterOptions options) {
        return new BlockingBloomFilters(redis).open(spec, TEXT, options);
    }

    public static List<String> words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add("word-" + i);
        }
        return words;
    }
}
