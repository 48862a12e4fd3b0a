package io.polybloom.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Where networks cannot be made, each test checks that this is said. */
class NetworkTest {

    private static final int MEGABYTES = 8;

    @Test
    void carriesNoMoreThanItsRate() throws IOException {
        if (isRefused()) {
            return;
        }
        List<String> before = namespaces();
        try (BenchServer server = BenchServer.start("1gbit", Optional.empty(), Optional.empty());
                RedisClient client = RedisClient.create(server.uri())) {
            assertEquals(before.size() + 1, namespaces().size());
            byte[] key = {1};
            byte[] value = new byte[MEGABYTES * 1_000_000];
            long start = System.nanoTime();
            client.set(key, value);
            assertEquals(value.length, client.get(key).length);
            long nanos = System.nanoTime() - start;
            assertTrue(nanos > 2L * MEGABYTES * 8_000_000 * 9 / 10, "both ways in " + nanos + " ns");
        }
        assertEquals(before, namespaces());
    }

    /** As by Ctrl-C: the process that has made the network is told to end. */
    @Test
    void isRemovedWithItsProcess() throws IOException, InterruptedException {
        if (isRefused()) {
            return;
        }
        List<String> before = namespaces();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertEquals('!', process.getInputStream().read());
        assertEquals(before.size() + 1, namespaces().size());
        process.destroy();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        assertEquals(before, namespaces());
    }

    /** Makes a network with a server in it, as a fork does, says so, and waits for its end. */
    static final class Holder {

        private Holder() {}

        public static void main(String... arguments) throws IOException {
            Fork.start("1gbit");
            System.out.write('!');
            System.out.flush();
            System.in.read();
        }
    }

    private static boolean isRefused() {
        try {
            Network.open(OptionalInt.of(1)).close();
            return false;
        } catch (IOException refused) {
            assertThrows(
                    IOException.class,
                    () -> BenchServer.start("1gbit", Optional.empty(), Optional.empty())
                            .close());
            assertTrue(
                    refused.getMessage().startsWith("a limited network needs Linux, root and iproute2 (ip and tc): "),
                    refused.getMessage());
            return true;
        }
    }

    private static List<String> namespaces() throws IOException {
        Path directory = Path.of("/run/netns");
        try (var names = Files.list(directory)) {
            return names.map(Path::getFileName).map(Path::toString).sorted().toList();
        }
    }
}
