package io.polybloom.tck.lettuce;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The transport that the README shows for a client that is not part of the product. */
class LettuceTest {

    @Test
    void worksWithoutAnAdapterOfOurs() {
        try (RedisServer server = RedisServer.start();
                Backend.Connection connection =
                        new LettuceBackend().connect(Target.standalone(server.uri()), Duration.ofSeconds(10))) {
            FilterSpec spec =
                    FilterSpec.named("clicks").capacity(1000).partitions(3).build();
            BloomFilter<CharSequence> clicks =
                    connection.filters().open(spec, Funnels.stringFunnel(StandardCharsets.UTF_8));
            assertTrue(clicks.add("a"));
            assertTrue(clicks.mightContain("a"));
            assertTrue(clicks.addAll(List.of("b", "a"))[0]);
            assertTrue(clicks.stats().estimatedCount() > 0);
            clicks.delete();
        }
    }

    @Test
    void isShownInTheReadmeAsItIs() throws Exception {
        String readme = Files.readString(Path.of("..", "README.md"));
        Path source = Path.of("src/test/java/io/polybloom/tck/lettuce/LettuceTransport.java");
        String shown = Files.readAllLines(source).stream().skip(2).collect(Collectors.joining("\n"));
        assertTrue(readme.contains(shown), "README.md does not show LettuceTransport.java as it is");
    }
}
