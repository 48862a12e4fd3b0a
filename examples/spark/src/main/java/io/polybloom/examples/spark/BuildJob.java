package io.polybloom.examples.spark;

import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.locate.FilterBuilder;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.api.java.function.ReduceFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import redis.clients.jedis.RedisClient;

/** Builds a filter from a data set without Redis, each task its partition, and imports the result. */
public final class BuildJob {

    private BuildJob() {}

    /**
     * Returns the snapshot of a filter with all elements. A task that is repeated, or runs twice, makes the same bits.
     *
     * @param elements at least one partition; each task needs memory for the whole filter
     */
    public static byte[] build(Dataset<String> elements, SharedFilter filter) {
        return elements.mapPartitions(
                        (MapPartitionsFunction<String, byte[]>)
                                rows -> List.of(build(rows, filter.spec())).iterator(),
                        Encoders.BINARY())
                .reduce((ReduceFunction<byte[]>) BuildJob::merge);
    }

    private static byte[] build(Iterator<String> rows, FilterSpec spec) throws IOException {
        FilterBuilder<String> builder = FilterBuilder.of(spec, Elements.strings());
        rows.forEachRemaining(builder::add);
        return written(builder);
    }

    private static byte[] merge(byte[] one, byte[] other) throws IOException {
        FilterBuilder<String> builder = FilterBuilder.from(new ByteArrayInputStream(one), Elements.strings());
        return written(builder.merge(new ByteArrayInputStream(other)));
    }

    private static byte[] written(FilterBuilder<?> builder) throws IOException {
        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        builder.writeTo(snapshot);
        return snapshot.toByteArray();
    }

    /** Creates the filter, or merges the snapshot into it if it exists. */
    public static void load(byte[] snapshot, SharedFilter filter) {
        try (RedisClient redis = RedisClient.create(filter.redis())) {
            JedisBloom.on(redis).run(SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)));
        }
    }
}
