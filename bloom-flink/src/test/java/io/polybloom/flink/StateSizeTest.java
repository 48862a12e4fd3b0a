package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/**
 * The state of a job that keeps all keys in RocksDB, beside that of a job with the operator, which fits into memory:
 * what a savepoint takes on disk, and the time from the start of a job that is restored from it to its first distinct
 * element.
 */
class StateSizeTest {

    private static final int KEYS = Integer.getInteger("polybloom.keys", 50_000);

    /** Has a permit for each distinct element that was forwarded. */
    private static final Semaphore FORWARDED = new Semaphore(0);

    /** The keys from this one on come. */
    private static volatile long first;

    @TempDir
    Path directory;

    /** What makes the elements of a stream distinct, and where its state is until the next checkpoint. */
    private record Way(
            String name, UnaryOperator<DataStream<String>> distinct, String backend, String checkpointInterval) {}

    @Test
    void theOperatorKeepsLessThanAllKeys() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisClient redis = RedisClient.create(server.uri())) {
            BloomFilter<String> filter = open(redis);
            String uri = server.uri();
            FilterOpener<String> opener = clients -> open(clients.own(RedisClient.create(uri)));
            Way ours = new Way(
                    "the operator",
                    keys -> Deduplication.by((String key) -> key, opener).of(keys),
                    "hashmap",
                    "1 s");
            Way usual = new Way("all keys", keys -> keys.keyBy(key -> key).filter(new FirstOfEach()), "rocksdb", "1 h");
            long all = measure(usual, null);
            long operator = measure(ours, filter);
            assertTrue(operator < all / 10, operator + " and " + all);
        }
    }

    private static BloomFilter<String> open(RedisClient redis) {
        return JedisBloom.on(redis)
                .open(
                        FilterSpec.named("keys")
                                .capacity(2L * KEYS)
                                .falsePositiveRate(1e-9)
                                .build(),
                        Elements.strings());
    }

    /**
     * Runs a job until all keys have come, and in the filter if there is one, and goes on from its savepoint.
     *
     * @return the bytes of the savepoint
     */
    private long measure(Way way, @Nullable BloomFilter<String> filter) throws Exception {
        first = 0;
        JobClient job = build(way, null).executeAsync();
        FORWARDED.acquire(KEYS);
        while (filter != null && !filter.mightContain(key(KEYS - 1))) {
            // A checkpoint has to be completed. The last key comes last, and then all others are in the filter.
        }
        String savepoint = stop(job);
        long bytes = sizeOf(Path.of(savepoint.substring("file:".length())));
        first = KEYS;
        long begin = System.nanoTime();
        JobClient restored = build(way, savepoint).executeAsync();
        FORWARDED.acquire();
        double seconds = (System.nanoTime() - begin) / 1e9;
        stop(restored);
        FORWARDED.drainPermits();
        System.out.printf(
                Locale.ROOT,
                "%,d keys, %s: %,d bytes of state, %.2f per key; restored in %.1f s%n",
                KEYS,
                way.name,
                bytes,
                (double) bytes / KEYS,
                seconds);
        return bytes;
    }

    private String stop(JobClient job) throws Exception {
        return job.stopWithSavepoint(false, directory.resolve("savepoints").toString(), SavepointFormatType.NATIVE)
                .get();
    }

    private StreamExecutionEnvironment build(Way way, @Nullable String savepoint) {
        Configuration settings = new Configuration();
        settings.setString("state.backend.type", way.backend);
        settings.setString("execution.checkpointing.interval", way.checkpointInterval);
        settings.setString(
                "execution.checkpointing.dir",
                directory.resolve("checkpoints").toUri().toString());
        if (savepoint != null) {
            settings.setString("execution.state-recovery.path", savepoint);
        }
        StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        way.distinct
                .apply(job.fromSequence(0, Long.MAX_VALUE).map(number -> key(first + number % KEYS)))
                .map(key -> {
                    FORWARDED.release();
                    return key;
                })
                .sinkTo(new DiscardingSink<>());
        return job;
    }

    /** Keys of 20 characters, in any order, with nothing in common. */
    private static String key(long number) {
        long bits = number * 0x9E37_79B9_7F4A_7C15L;
        return HexFormat.of().toHexDigits(bits ^ bits >>> 32) + HexFormat.of().toHexDigits((short) number);
    }

    private static long sizeOf(Path savepoint) throws IOException {
        try (Stream<Path> files = Files.walk(savepoint)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** De-duplication as it is usually written. */
    private static final class FirstOfEach extends RichFilterFunction<String> {

        private static final long serialVersionUID = 1;

        private transient ValueState<Boolean> seen;

        @Override
        public void open(OpenContext context) {
            seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.BOOLEAN));
        }

        @Override
        public boolean filter(String key) throws Exception {
            if (seen.value() != null) {
                return false;
            }
            seen.update(true);
            return true;
        }
    }
}
