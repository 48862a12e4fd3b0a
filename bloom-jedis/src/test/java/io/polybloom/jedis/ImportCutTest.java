package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.locate.FilterBuilder;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import io.polybloom.transfer.SnapshotImport;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/**
 * A snapshot whose import is cut off ten times. {@code -Dimport.capacity=1000000000} takes one of 1.2 GiB; the output
 * says how long it took, and which command took longest.
 */
class ImportCutTest {

    private static final long CAPACITY = Long.getLong("import.capacity", 10_000_000);
    private static final int CUTS = 10;
    private static final FilterSpec SPEC =
            FilterSpec.named("built").capacity(CAPACITY).falsePositiveRate(0.01).build();
    private static final List<String> WORDS = words(0, 100_000);

    @TempDir
    Path directory;

    @Test
    void anImportThatIsCutOffTenTimesContinuesAndIsNeverSeenHalfDone() throws IOException {
        Path file = build();
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                TcpProxy proxy = TcpProxy.to(server);
                RedisClient direct = Fixtures.client(server);
                RedisClient client = Fixtures.client(proxy.host(), proxy.port(), new ConnectionPoolConfig())) {
            redis.call("CONFIG", "SET", "slowlog-log-slower-than", 1_000);
            BloomFilters others = JedisBloom.on(direct);
            SnapshotImport whole = SnapshotImport.of(() -> new BufferedInputStream(Files.newInputStream(file)));
            long start = System.nanoTime();
            for (int cut = 1; cut <= CUTS; cut++) {
                int part = cut;
                AtomicBoolean isCut = new AtomicBoolean();
                SnapshotImport cutOff = whole.reportingTo((done, total) -> {
                    assertTrue(others.describe(SPEC.name()).isEmpty(), "half of it is there");
                    if (done > total / (CUTS + 1) * part && isCut.compareAndSet(false, true)) {
                        proxy.cutAfter(0);
                    }
                });
                assertThrows(BackendException.class, () -> JedisBloom.on(client).run(cutOff));
                assertTrue(isCut.get());
                assertTrue(others.describe(SPEC.name()).isEmpty(), "half of it is there");
            }
            SnapshotImport.Report report = JedisBloom.on(client).run(whole);
            System.out.printf(
                    "%,d bytes in %,d ms, %,d of them resumed by the last attempt; commands over 1 ms: %s%n",
                    report.bytes(),
                    (System.nanoTime() - start) / 1_000_000,
                    report.bytesResumed(),
                    redis.integer("SLOWLOG", "LEN"));
            assertTrue(report.isCreated());
            assertTrue(report.bytesResumed() > report.bytes() / (CUTS + 1) * (CUTS - 1), report.toString());
            boolean[] present = others.openExisting(SPEC.name(), TEXT).mightContainAll(WORDS);
            for (int i = 0; i < present.length; i++) {
                assertTrue(present[i], WORDS.get(i));
            }
            assertFalse(others.openExisting(SPEC.name(), TEXT).mightContain("never added"));
            for (String key : redis.keys("*")) {
                assertEquals(-1, redis.integer("PTTL", key), key);
            }
        }
    }

    /** The bits are in a file that is mapped into memory: they may be larger than the heap. */
    private Path build() throws IOException {
        AtomicLong end = new AtomicLong();
        Path file = directory.resolve("snapshot");
        try (FileChannel bits = FileChannel.open(
                        directory.resolve("bits"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            FilterBuilder<CharSequence> builder =
                    FilterBuilder.of(SPEC, TEXT, 1, bytes -> map(bits, end.getAndAdd(bytes), bytes));
            builder.addAll(WORDS);
            builder.writeTo(out);
        }
        return file;
    }

    private static ByteBuffer map(FileChannel channel, long from, int bytes) {
        try {
            return channel.map(MapMode.READ_WRITE, from, bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
