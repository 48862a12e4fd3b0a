package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.cli.Run;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.tck.server.RedisServer;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchCommandTest {

    @Test
    void printsALineEachTime() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--redis", server.uri()};
            Run.withInput("a\nb\n", where, "add", "--name", "n", "--capacity", "1k");
            Run watched = Run.with(where, "watch", "n", "--count", "2");
            assertEquals(0, watched.exitCode(), watched::toString);
            assertEquals(3, watched.lines().size(), watched.text());
            assertTrue(watched.lines().get(0).matches("TIME +ELEMENTS +ADDS/S +FILL +FP RATE"), watched.text());
            String line = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ +2 +0 +[\\d.]+ % +[\\d.e-]+";
            assertTrue(watched.lines().get(1).matches(line), watched.text());
            assertTrue(watched.lines().get(2).matches(line), watched.text());
            Run.assertFails("there is no filter 'none'", 1, Run.with(where, "watch", "none"));
            Run.assertFails("--count must be at least 1", 2, Run.with(where, "watch", "n", "--count", "0"));
        }
    }

    @Test
    void addsPerSecondAreTheGrowthBetweenTwoLines() {
        BloomFilter<Integer> filter = InMemoryBloom.create()
                .open(FilterSpec.named("n").capacity(10_000).build(), Funnels.integerFunnel());
        Observation first = Observation.of(filter.stats(), 0, Instant.EPOCH, null);
        assertEquals(0, first.addsPerSecond());
        filter.addAll(IntStream.range(0, 5000).boxed().toList());
        FilterStats now = filter.stats();
        Observation second = Observation.of(now, 2_000_000_000L, Instant.EPOCH.plusSeconds(2), first);
        assertEquals(now.estimatedCount() / 2.0, second.addsPerSecond());
        filter.clear();
        assertTrue(Observation.of(filter.stats(), 3_000_000_000L, Instant.EPOCH, second)
                        .addsPerSecond()
                < 0);
    }
}
