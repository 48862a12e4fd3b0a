package io.polybloom.bench.client;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;

/** The in-process Redis of {@code bloom-memory}: no network and no other process. */
public final class MemoryBenchClient implements Client {

    private final BloomFilters filters = InMemoryBloom.create();

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return filters.open(spec, TEXT, options);
    }

    /** There is no client to compare with. */
    @Override
    public boolean get(String key) {
        throw new UnsupportedOperationException("the server in memory is asked by filters only");
    }

    @Override
    public void close() {
        // It is this JVM's memory.
    }
}
