package io.polybloom.tck.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.KitRun;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transport that the guide for other clients refers to. */
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

    /** Membership, and the behaviour of a client after an accident. */
    @Test
    void keepsTheRulesOfTheSmokeStageAndThoseOfLostAnswers(@TempDir Path directory) {
        KitRun run =
                KitRun.of(List.of(selectClass(KitOfLettuce.class)), Map.of(Selection.ONLY, "1,7.07,7.08"), directory);
        assertEquals(List.of(), run.summary().getFailures());
        assertTrue(
                run.summary().getTestsSucceededCount() >= 10,
                "tests: " + run.summary().getTestsSucceededCount());
    }
}
