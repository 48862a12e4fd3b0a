package io.polybloom.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

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

    /** Returns whether a call ends normally: the servers answer its commands to the last. */
    public static boolean survives(Runnable call) {
        try {
            call.run();
            return true;
        } catch (BackendException dead) {
            return false;
        }
    }

    public static void assertAllPresent(BloomFilter<CharSequence> filter, List<String> elements) {
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
    }

    /** Returns what the library logs while something runs; nothing of it is printed. */
    public static List<LogRecord> logged(Runnable work) {
        List<LogRecord> records = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                records.add(entry);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.polybloom");
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return records;
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
