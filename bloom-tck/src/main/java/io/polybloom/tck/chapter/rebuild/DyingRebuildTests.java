package io.polybloom.tck.chapter.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rebuilds that never finish. */
@Needs(Capability.SERVER)
public abstract class DyingRebuildTests extends KitTests {

    private static final int ELEMENTS = 2_000;
    private static final int KILLS = 20;

    /** The rebuild dies at commands that are drawn by a seed. */
    @Test
    @Checks("14.04")
    void aRebuildThatDiesLeavesTheFilterAsItWas() {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilters right = connect(Target.standalone(server.uri()));
        List<String> elements = words("word-", ELEMENTS);
        FilterSpec spec =
                FilterSpec.named("urls").capacity(ELEMENTS).partitions(3).build();
        BloomFilter<CharSequence> filter = open(right, spec);
        filter.addAll(elements);
        FilterRebuild rebuild = FilterRebuild.of("urls").capacity(2L * ELEMENTS).from(elements, TEXT);
        connect(Target.standalone(front.uri())).run(rebuild);
        // The second one rebuilds the result of a rebuild, as do all others.
        front.forgetRequests();
        connect(Target.standalone(front.uri())).run(rebuild);
        int commands = front.requests().size();
        Random seeded = new Random(14);
        try (RespClient redis = server.client()) {
            for (int kill = 0; kill < KILLS; kill++) {
                dieAt(1 + seeded.nextInt(commands - 1), server, rebuild);
                assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
                filter.add("added-" + kill);
                right.run(FilterRebuild.abandon("urls"));
                assertTrue(filter.mightContain("added-" + kill));
                assertEquals(StoredFilter.keys(filter.description()), keys(redis));
            }
        }
        right.run(FilterRebuild.of("urls").from(elements, TEXT));
        assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
    }

    /** Executes neither this command nor any later one, since any of them could complete a rebuild that is decided. */
    private void dieAt(int command, RedisServer server, FilterRebuild rebuild) {
        ScriptedServer dying = closing(ScriptedServer.inFrontOf(server));
        AtomicInteger sent = new AtomicInteger();
        dying.answer(request -> sent.incrementAndGet() >= command ? ScriptedServer.DEAD_CLIENT : null);
        assertThrows(
                BloomFilterException.class,
                () -> connect(Target.standalone(dying.uri())).run(rebuild),
                () -> "nothing is executed from command " + command + " on");
    }

    /** Without those that an interrupted rebuild leaves to expire: bits that were being uploaded. */
    private static List<String> keys(RespClient redis) {
        return redis.keys("*").stream()
                .filter(key -> !StoredFilter.isTemporary(key) || redis.integer("PTTL", key) <= 0)
                .toList();
    }
}
