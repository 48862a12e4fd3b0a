package io.polybloom.flink;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import redis.clients.jedis.RedisClient;

/** A job that reads keys, each of which comes twice, and writes the distinct ones to a {@link Ledger}. */
final class KeysJob {

    static final long ELEMENTS = 20_000;
    static final int READ_PER_CHECKPOINT = 200;

    private KeysJob() {}

    static Set<String> keys() {
        return LongStream.range(0, ELEMENTS).mapToObj(KeysJob::key).collect(Collectors.toSet());
    }

    /** The second time comes long after the first one, or a little. */
    private static String key(long number) {
        return "key-" + (number * 7_919 + (number % 3 == 0 ? 0 : 1)) % (ELEMENTS / 2);
    }

    /** Opens a filter of all keys that fails or halts where {@link Kills} says so. */
    static FilterOpener<String> filter(String uri, String name, boolean addsAtOnce) {
        return clients -> {
            BloomFilter<String> filter = JedisBloom.on(clients.own(RedisClient.create(uri)))
                    .open(
                            FilterSpec.named(name)
                                    .capacity(ELEMENTS)
                                    .falsePositiveRate(1e-9)
                                    .build(),
                            Elements.strings());
            return FaultyFilter.around(addsAtOnce ? AddsAtOnce.instead(filter) : filter, Kills::reach);
        };
    }

    /** Returns settings with a checkpoint every 10 ms, which the source waits for. */
    static Configuration settings() {
        Configuration settings = new Configuration();
        settings.setString("execution.checkpointing.interval", "10 ms");
        return settings;
    }

    /** Builds the job in an environment of its own. */
    static StreamExecutionEnvironment build(
            int parallelism, Configuration settings, FilterOpener<String> filter, Path ledger) {
        StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
        DataStream<String> source = job.fromSource(
                        new DataGeneratorSource<>(
                                KeysJob::key,
                                ELEMENTS,
                                RateLimiterStrategy.perCheckpoint(READ_PER_CHECKPOINT),
                                Types.STRING),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .map(element -> {
                    Kills.reach("read");
                    return element;
                });
        Deduplication.by((String element) -> element, filter)
                .batch(50, Duration.ofMillis(1))
                .of(source)
                .uid("distinct")
                .map(new Ledger(ledger))
                .uid("ledger")
                .sinkTo(new DiscardingSink<>());
        return job;
    }

    /** Returns the keys that are not in a filter. */
    static Set<String> absentKeys(FilterOpener<String> filter) throws Exception {
        TaskClients clients = new TaskClients();
        try {
            List<String> keys = List.copyOf(keys());
            boolean[] seen = filter.open(clients).mightContainAll(keys);
            Set<String> absent = new HashSet<>();
            for (int i = 0; i < seen.length; i++) {
                if (!seen[i]) {
                    absent.add(keys.get(i));
                }
            }
            return absent;
        } finally {
            clients.close();
        }
    }
}
