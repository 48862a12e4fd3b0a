package io.polybloom.cli.foreign;

import static io.polybloom.cli.Samples.count;
import static io.polybloom.cli.Samples.texts;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.cli.Run;
import io.polybloom.cli.server.Client;
import io.polybloom.layouts.GuavaFileSource;
import io.polybloom.layouts.GuavaFilterSink;
import io.polybloom.layouts.GuavaFormat;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.transfer.FilterExport;
import io.polybloom.transfer.FilterImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The real Guava's filters in Redis and back, exactly, with both of its strategies. */
class GuavaInteropTest {

    private static final int COUNT = 10_000;
    private static final int HASHES = 4;

    /** So few that both sides have many false positives to agree on. */
    private static final int LONGS = 1000;

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private static RedisServer server;
    private static Clients clients;

    @TempDir
    Path directory;

    @BeforeAll
    static void connect() {
        server = RedisServer.start();
        clients = Clients.of(server);
    }

    @AfterAll
    static void disconnect() {
        clients.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        try (RespClient redis = server.client()) {
            redis.call("FLUSHALL");
        }
    }

    static List<Object[]> clientsAndStrategies() {
        List<Object[]> rows = new ArrayList<>();
        for (Client client : Client.values()) {
            rows.add(new Object[] {client, "guava-32"});
            rows.add(new Object[] {client, "guava-64"});
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("clientsAndStrategies")
    void throughTheApi(Client client, String layout) throws IOException {
        BloomFilters filters = clients.filters(client);
        BloomFilter<CharSequence> guava = guava(layout);
        texts("guava-", COUNT).forEach(guava::put);

        GuavaFileSource source = GuavaFileSource.of(guava);
        FilterSpec spec = spec(source.format());
        assertEquals(layout, spec.layout());
        filters.run(FilterImport.of(spec, source));
        assertArrayEquals(bits(guava), string());
        io.polybloom.BloomFilter<CharSequence> ours = filters.open(spec, TEXT);
        assertEquals(COUNT, count(ours.mightContainAll(texts("guava-", COUNT))));
        assertAgreement(guava, ours);

        boolean[] added = ours.addAll(texts("ours-", COUNT));
        List<String> others = texts("ours-", COUNT);
        for (int i = 0; i < COUNT; i++) {
            assertEquals(guava.put(others.get(i)), added[i]);
        }
        GuavaFilterSink<CharSequence> sink = new GuavaFilterSink<>(layout, TEXT);
        filters.run(FilterExport.of(spec, sink));
        assertEquals(guava, sink.filter(), "bits, hashes, strategy and funnel");
        texts("ours-", COUNT).forEach(element -> assertTrue(sink.filter().mightContain(element)));
        assertAgreement(sink.filter(), ours);
    }

    @ParameterizedTest
    @MethodSource("clientsAndStrategies")
    void throughFiles(Client client, String layout) throws IOException {
        BloomFilter<CharSequence> guava = guava(layout);
        texts("guava-", COUNT).forEach(guava::put);
        Path file = directory.resolve("filter");
        try (OutputStream out = Files.newOutputStream(file)) {
            guava.writeTo(out);
        }

        String[] where = {"--name", "f", "--redis", server.uri(), "--client", client.toString()};
        assertEquals(0, Run.with(where, "import", "--guava", file.toString()).exitCode());
        assertArrayEquals(bits(guava), string());
        GuavaFormat format = GuavaFileSource.of(guava).format();
        io.polybloom.BloomFilter<CharSequence> ours = clients.filters(client).open(spec(format), TEXT);
        assertEquals(COUNT, count(ours.mightContainAll(texts("guava-", COUNT))));
        assertAgreement(guava, ours);

        texts("ours-", COUNT).forEach(guava::put);
        ours.addAll(texts("ours-", COUNT));
        Path exported = directory.resolve("exported");
        Run export = Run.with(
                where,
                "export",
                "--guava",
                exported.toString(),
                "--layout",
                layout,
                "--bits",
                "64000",
                "--hashes",
                "4");
        assertEquals(0, export.exitCode(), export::toString);
        try (InputStream in = Files.newInputStream(exported)) {
            BloomFilter<CharSequence> back = BloomFilter.readFrom(in, TEXT);
            assertEquals(guava, back);
            assertAgreement(back, ours);
        }
        assertEquals(2, directory.toFile().list().length, "nothing unfinished is left");
    }

    /** An empty filter with a strategy, made of a file, since Guava itself makes only the one of 64 bits. */
    private static BloomFilter<CharSequence> guava(String layout) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(6 + LONGS * Long.BYTES);
        file.put((byte) (layout.equals("guava-32") ? 0 : 1)).put((byte) HASHES).putInt(LONGS);
        BloomFilter<CharSequence> guava = BloomFilter.readFrom(new ByteArrayInputStream(file.array()), TEXT);
        assertEquals(GuavaFileSource.of(guava).format(), new GuavaFormat(layout, LONGS * 64L, HASHES));
        return guava;
    }

    /** Guava's bit i is bit i mod 64 of its long, from the least significant. */
    private static byte[] bits(BloomFilter<?> guava) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        guava.writeTo(file);
        ByteBuffer longs = ByteBuffer.wrap(file.toByteArray()).position(6).slice();
        byte[] string = new byte[LONGS * Long.BYTES];
        for (int bit = 0; bit < LONGS * 64; bit++) {
            if ((longs.getLong(bit / 64 * Long.BYTES) >>> bit % 64 & 1) == 1) {
                string[bit / 8] |= (byte) (128 >> bit % 8);
            }
        }
        return string;
    }

    private static byte[] string() {
        try (RespClient redis = server.client()) {
            return (byte[]) redis.call("GET", "f");
        }
    }

    private static FilterSpec spec(GuavaFormat format) {
        return FilterSpec.named("f")
                .layout(format.layout())
                .bits(format.bits())
                .hashes(format.hashes())
                .build();
    }

    private static void assertAgreement(BloomFilter<CharSequence> guava, io.polybloom.BloomFilter<CharSequence> ours) {
        List<String> others = texts("other-", COUNT);
        boolean[] expected = new boolean[COUNT];
        for (int i = 0; i < COUNT; i++) {
            expected[i] = guava.mightContain(others.get(i));
        }
        assertTrue(count(expected) > 300 && count(expected) < 8000, count(expected) + " false positives");
        assertArrayEquals(expected, ours.mightContainAll(others));
    }
}
