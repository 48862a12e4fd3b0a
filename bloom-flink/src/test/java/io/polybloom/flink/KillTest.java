package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.RedisServer;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;

/** Flink's own cluster and a Redis; the job fails at 20 seeded places, and restarts from its last checkpoint. */
class KillTest {

    private static final int KILLS = 20;
    private static final long ELEMENTS = 20_000;
    private static final int READ_PER_CHECKPOINT = 200;
    private static final int PARALLELISM = 2;

    private static final RedisServer REDIS = RedisServer.start();

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    private static Set<String> keys() {
        return LongStream.range(0, ELEMENTS).mapToObj(KillTest::key).collect(Collectors.toSet());
    }

    /** Every key comes twice, the second time long after the first one, or a little. */
    private static String key(long number) {
        return "key-" + (number * 7_919 + (number % 3 == 0 ? 0 : 1)) % (ELEMENTS / 2);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, true"})
    void aTransactionalSinkGetsEveryKeyOnce(int seed, boolean unaligned) throws Exception {
        run(seed, "EXACTLY_ONCE", unaligned, false);
        assertEquals(keys(), new HashSet<>(Ledger.COMMITTED.values()), "lost");
        assertEquals(keys().size(), Ledger.COMMITTED.size(), "repeated");
        requireFewRepeats();
    }

    @Test
    void nothingIsLostIfCheckpointsDoNotAlign() throws Exception {
        run(3, "AT_LEAST_ONCE", false, false);
        assertEquals(keys(), new HashSet<>(Ledger.WRITTEN), "lost");
        requireFewRepeats();
    }

    /** A failure repeats what was forwarded after its checkpoint: at most what the source reads between three. */
    private static void requireFewRepeats() {
        int repeats = Ledger.WRITTEN.size() - keys().size();
        System.out.println(KILLS + " kills, " + keys().size() + " keys, " + repeats + " repeats");
        assertTrue(repeats > 0, "no failure undid anything");
        assertTrue(repeats <= KILLS * 2 * READ_PER_CHECKPOINT, repeats + " repeats");
    }

    @Test
    void addingAtOnceLosesKeys() throws Exception {
        run(1, "EXACTLY_ONCE", false, true);
        int lost = keys().size() - new HashSet<>(Ledger.COMMITTED.values()).size();
        System.out.println(KILLS + " kills of the control, " + lost + " lost");
        assertTrue(lost > 0, "the control lost nothing");
    }

    private static void run(int seed, String mode, boolean unaligned, boolean addsAtOnce) throws Exception {
        Ledger.clear();
        Kills.plan(seed, KILLS);
        String uri = REDIS.uri();
        String name = mode + unaligned + addsAtOnce;
        FilterOpener<String> opener = clients -> {
            BloomFilter<String> filter = JedisBloom.on(clients.own(RedisClient.create(uri)))
                    .open(
                            FilterSpec.named(name)
                                    .capacity(ELEMENTS)
                                    .falsePositiveRate(1e-9)
                                    .build(),
                            Elements.strings());
            return FaultyFilter.around(addsAtOnce ? AddsAtOnce.instead(filter) : filter, Kills::reach);
        };
        Configuration settings = new Configuration();
        settings.setString("execution.checkpointing.interval", "10 ms");
        settings.setString("execution.checkpointing.mode", mode);
        settings.setString("execution.checkpointing.unaligned.enabled", Boolean.toString(unaligned));
        settings.setString("restart-strategy.type", "fixed-delay");
        settings.setString("restart-strategy.fixed-delay.attempts", Integer.toString(2 * KILLS));
        settings.setString("restart-strategy.fixed-delay.delay", "1 ms");
        StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, settings);
        DataStream<String> source = job.fromSource(
                        new DataGeneratorSource<>(
                                KillTest::key,
                                ELEMENTS,
                                RateLimiterStrategy.perCheckpoint(READ_PER_CHECKPOINT),
                                Types.STRING),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .map(element -> {
                    Kills.reach("read");
                    return element;
                });
        Deduplication.by((String element) -> element, opener)
                .batch(50, Duration.ofMillis(1))
                .of(source)
                .map(new Ledger())
                .sinkTo(new DiscardingSink<>());
        job.execute();
        assertEquals(KILLS, Kills.made(), "all kills are made before the input ends");
        assertEquals(List.of(), List.copyOf(lateKeys(opener)), "the last checkpoint has added all keys");
    }

    private static Set<String> lateKeys(FilterOpener<String> opener) throws Exception {
        TaskClients clients = new TaskClients();
        try {
            List<String> keys = List.copyOf(keys());
            boolean[] seen = opener.open(clients).mightContainAll(keys);
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
