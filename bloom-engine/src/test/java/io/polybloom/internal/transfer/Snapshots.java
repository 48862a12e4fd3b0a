package io.polybloom.internal.transfer;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;

/** Filters that are exported to memory, and imported. */
abstract class Snapshots {

    static final int ELEMENTS = 600;

    final MemoryRedis redis = new MemoryRedis();
    final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1000).partitions(3);
    }

    BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec);
    }

    byte[] export(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filters.run(SnapshotExport.of(name, out));
        return out.toByteArray();
    }

    SnapshotImport.Report bring(byte[] snapshot, String name) {
        return filters.run(
                SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)).named(name));
    }

    /** The strings of a filter, by the number of their partition and layer. */
    Map<String, String> bits(String name) {
        return StoredConfig.bits(redis, filters.describe(name).orElseThrow());
    }
}
