package io.polybloom.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.cli.Run;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/** The recipe for a guard in Spring Boot: what its commands make is what the application asks. */
class GuardPageTest {

    private static final long LARGE = 1L << 40;

    @TempDir
    Path directory;

    @Test
    void theCommandsFillTheFilterOfLongs() throws Exception {
        Path ids = Files.writeString(directory.resolve("ids.txt"), "1\n2\n-3\n" + LARGE + "\n");
        Page page = Page.of(Path.of("docs", "spring-boot.md"));
        assertTrue(page.blocks("properties").stream()
                .anyMatch(block -> block.contains("issued.type=long\npolybloom" + ".filters.issued.existing=true")));
        List<String> commands = page.blocks("sh").get(0).lines().toList();
        assertEquals(3, commands.size());
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.host(), server.port())) {
            for (String command : commands) {
                String[] words = command.replace("redis://localhost:6379", server.uri())
                        .replace("ids.txt", ids.toString())
                        .split(" ");
                Run run = Run.of(Arrays.copyOfRange(words, 1, words.length));
                assertEquals(0, run.exitCode(), run::toString);
            }
            BloomFilter<Long> issued = JedisBloom.on(jedis).openExisting("issued", Elements.longs());
            boolean[] present = issued.mightContainAll(List.of(1L, 2L, -3L, LARGE, 4L));
            assertEquals("[true, true, true, true, false]", Arrays.toString(present));
        }
    }
}
