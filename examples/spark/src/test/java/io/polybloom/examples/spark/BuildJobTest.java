package io.polybloom.examples.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class BuildJobTest {

    private static final int ELEMENTS = 20_000;

    @Test
    void theTasksBuildTheFilterThatOneProcessLoads() throws IOException {
        List<String> elements =
                IntStream.range(0, ELEMENTS).mapToObj(i -> "page-" + i).toList();
        try (RedisServer redis = RedisServer.start();
                SparkSession spark = LocalSpark.start()) {
            SharedFilter built = new SharedFilter(redis.uri(), "built", ELEMENTS, 0.001);
            SharedFilter loaded = new SharedFilter(redis.uri(), "loaded", ELEMENTS, 0.001);
            Dataset<String> rows =
                    spark.createDataset(elements, Encoders.STRING()).repartition(8);
            byte[] snapshot = BuildJob.build(
                    rows.map((MapFunction<String, String>) LoadJobTest::failingOnce, Encoders.STRING()), built);
            assertTrue(redis.client().snapshot().isEmpty(), "nothing is in Redis while the filter is built");
            BuildJob.load(snapshot, built);
            loaded.open().load(elements, done -> {});
            assertEquals(LoadJobTest.bits(redis, "loaded"), LoadJobTest.bits(redis, "built"));
        }
    }
}
