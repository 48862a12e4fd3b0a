package io.polybloom.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import redis.clients.jedis.RedisClient;

/**
 * The state of a de-duplication: a filter in Redis, beside a store of keys in RocksDB with the settings of Kafka
 * Streams. Prints what both take.
 */
class StateSizeTest {

    private static final int KEYS = Integer.getInteger("polybloom.keys", 200_000);
    private static final int BATCH = 1_000;

    @TempDir
    Path store;

    @Test
    void theFilterIsSmallerThanTheKeys() throws Exception {
        long filter = filterBytes();
        long begin = System.nanoTime();
        long keys = storeBytes();
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%,d keys: filter %.2f bytes per key; store %.2f bytes per key, written in %.1f s%n",
                KEYS,
                (double) filter / KEYS,
                (double) keys / KEYS,
                seconds);
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
            return usedMemory(redis) - before;
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
                .mapToObj(number -> String.format(Locale.ROOT, "%016x%04x", mixed(number), number & 0xFFFF))
                .iterator();
    }

    private static long mixed(long number) {
        long bits = number * 0x9E37_79B9_7F4A_7C15L;
        return bits ^ bits >>> 32;
    }

    /** Returns the bytes on disk of a store with a time of 8 bytes for each key, as a task restores it. */
    private long storeBytes() throws Exception {
        RocksDB.loadLibrary();
        try (Options options = new Options()
                        .setCreateIfMissing(true)
                        .setTableFormatConfig(new BlockBasedTableConfig().setBlockSize(4096))
                        .setWriteBufferSize(16 << 20)
                        .setMaxWriteBufferNumber(3)
                        .setCompressionType(CompressionType.NO_COMPRESSION)
                        .setCompactionStyle(CompactionStyle.UNIVERSAL);
                WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
                RocksDB keys = RocksDB.open(options, store.toString());
                FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            Iterator<String> all = keys();
            while (all.hasNext()) {
                try (WriteBatch batch = new WriteBatch()) {
                    for (int i = 0; i < BATCH && all.hasNext(); i++) {
                        byte[] time = ByteBuffer.allocate(Long.BYTES).putLong(i).array();
                        batch.put(all.next().getBytes(StandardCharsets.US_ASCII), time);
                    }
                    keys.write(unlogged, batch);
                }
            }
            keys.flush(flush);
            keys.compactRange();
        }
        return sizeOf(store);
    }

    private static long sizeOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
