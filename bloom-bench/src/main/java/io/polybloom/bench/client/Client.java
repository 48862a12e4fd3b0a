package io.polybloom.bench.client;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import java.nio.charset.StandardCharsets;

/** A client under measurement, called from one thread that waits for each answer. */
public interface Client extends AutoCloseable {

    /** How elements become bytes. */
    Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    /** Opens a filter of ours, creating it if it does not exist. */
    default BloomFilter<CharSequence> open(FilterSpec spec) {
        return open(spec, FilterOptions.defaults());
    }

    /** Opens a filter of ours with options, creating it if it does not exist. */
    BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options);

    /** Sends a plain {@code GET} and returns whether there is such a key. */
    boolean get(String key);

    @Override
    void close();
}
