package io.polybloom.examples.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class LoadJobTest {

    private static final int ELEMENTS = 20_000;

    /** The partitions whose first attempt has failed. */
    private static final Set<Integer> FAILED = ConcurrentHashMap.newKeySet();

    @Test
    void manyTasksMakeTheFilterThatOneProcessMakes() throws IOException {
        List<String> elements =
                IntStream.range(0, ELEMENTS).mapToObj(i -> "url-" + i).toList();
        try (RedisServer redis = RedisServer.start();
                SparkSession spark = LocalSpark.start()) {
            SharedFilter byTasks = new SharedFilter(redis.uri(), "by-tasks", ELEMENTS, 0.001);
            SharedFilter byOne = new SharedFilter(redis.uri(), "by-one", ELEMENTS, 0.001);
            Dataset<String> rows =
                    spark.createDataset(elements, Encoders.STRING()).repartition(8);
            LoadJob.load(rows.map((MapFunction<String, String>) LoadJobTest::failingOnce, Encoders.STRING()), byTasks);
            byOne.open().load(elements, done -> {});
            assertFalse(FAILED.isEmpty());
            assertEquals(bits(redis, "by-one"), bits(redis, "by-tasks"));
        }
    }

    /** Fails in the middle of the first attempt of every second partition. */
    static String failingOnce(String row) {
        TaskContext task = TaskContext.get();
        if (task.attemptNumber() == 0 && task.partitionId() % 2 == 0 && row.endsWith("77")) {
            FAILED.add(task.partitionId());
            throw new IllegalStateException("injected");
        }
        return row;
    }

    /** Returns the partitions of a filter by their number. */
    static List<String> bits(RedisServer redis, String filter) {
        try (RespClient client = redis.client()) {
            Map<String, String> stored = client.snapshot();
            List<String> partitions = StoredFilter.keysOfPartitions(client, filter);
            assertFalse(partitions.isEmpty());
            return partitions.stream().map(stored::get).toList();
        }
    }
}
