package io.polybloom.examples.kafka;

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
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/**
 * The state of a de-duplication: a filter in Redis, beside a store of keys that an application of Kafka Streams
 * restores from its changelog. Prints what both take, and how long.
 */
class StateSizeTest {

    private static final int KEYS = Integer.getInteger("polybloom.keys", 200_000);
    private static final String STORE = "keys";

    @TempDir
    Path directory;

    @Test
    void theFilterIsSmallerThanTheKeys() throws Exception {
        long filter = filterBytes();
        long keys = storeBytes();
        assertTrue(filter < keys / 2, filter + " and " + keys);
    }

    /** Returns the memory that Redis takes for a filter with p = 1e-9 that all keys have been added to. */
    private static long filterBytes() {
        try (RedisServer server = RedisServer.start();
                RedisClient redis = RedisClient.create(server.uri())) {
            long before = usedMemory(redis);
            BloomFilter<String> filter = JedisBloom.on(redis)
                    .open(
                            FilterSpec.named("keys")
                                    .capacity(KEYS)
                                    .falsePositiveRate(1e-9)
                                    .build(),
                            Elements.strings());
            filter.load(StateSizeTest::keys, read -> {});
            long bytes = usedMemory(redis) - before;
            long begin = System.nanoTime();
            server.client().call("DEBUG", "RELOAD");
            print("filter, written to the disk of Redis and read again", bytes, System.nanoTime() - begin);
            return bytes;
        }
    }

    private static long usedMemory(RedisClient redis) {
        return redis.info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring("used_memory:".length()).strip()))
                .findFirst()
                .orElseThrow();
    }

    /** Keys of 20 characters, in any order, with nothing in common. */
    private static Iterator<String> keys() {
        return LongStream.range(0, KEYS)
                .mapToObj(number -> HexFormat.of().toHexDigits(mixed(number))
                        + HexFormat.of().toHexDigits((short) number))
                .iterator();
    }

    private static long mixed(long number) {
        long bits = number * 0x9E37_79B9_7F4A_7C15L;
        return bits ^ bits >>> 32;
    }

    private static void print(String what, long bytes, long nanos) {
        System.out.printf(
                Locale.ROOT,
                "%,d keys: %.2f bytes per key in the %s in %.1f s%n",
                KEYS,
                (double) bytes / KEYS,
                what,
                nanos / 1e9);
    }

    /**
     * Writes the changelog of a store, with a time of 8 bytes for each key, and lets an application restore it.
     *
     * @return the bytes of the store on disk
     */
    private long storeBytes() throws Exception {
        Broker broker = Broker.start(directory.resolve("broker"));
        try {
            Properties config = DistinctStream.config(broker.address(), "distinct");
            config.put(
                    StreamsConfig.STATE_DIR_CONFIG, directory.resolve("states").toString());
            broker.create("events", 1);
            broker.create("distinct-" + STORE + "-changelog", 1);
            writeChangelog(broker);
            Restoration restoration = new Restoration();
            try (KafkaStreams streams = new KafkaStreams(topology(), config)) {
                streams.setGlobalStateRestoreListener(restoration);
                streams.start();
                restoration.done.await();
            }
            long bytes = sizeOf(directory.resolve("states"));
            print("store of keys, restored", bytes, restoration.nanos);
            return bytes;
        } finally {
            broker.stop();
        }
    }

    private static void writeChangelog(Broker broker) {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.address(), "batch.size", 1 << 18);
        try (KafkaProducer<String, Long> producer =
                new KafkaProducer<>(config, new StringSerializer(), new LongSerializer())) {
            keys().forEachRemaining(
                            key -> producer.send(new ProducerRecord<>("distinct-" + STORE + "-changelog", 0, key, 1L)));
        }
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.Long()));
        builder.<String, String>stream("events").processValues(Idle::new, STORE);
        return builder.build();
    }

    /** The files that RocksDB has written when the store is closed. */
    private static long sizeOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static final class Idle extends ContextualFixedKeyProcessor<String, String, String> {

        @Override
        public void process(FixedKeyRecord<String, String> record) {}
    }

    private static final class Restoration implements StateRestoreListener {

        private final CountDownLatch done = new CountDownLatch(1);
        private volatile long begin;
        private volatile long nanos;

        @Override
        public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {
            begin = System.nanoTime();
        }

        @Override
        public void onBatchRestored(TopicPartition changelog, String store, long to, long records) {}

        @Override
        public void onRestoreEnd(TopicPartition changelog, String store, long records) {
            nanos = System.nanoTime() - begin;
            done.countDown();
        }
    }
}
