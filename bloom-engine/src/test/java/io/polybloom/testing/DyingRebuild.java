package io.polybloom.testing;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterRebuild;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import java.util.List;

/** A rebuild of the filter {@code clicks} whose client dies: nothing that it sends from then on is executed. */
public final class DyingRebuild {

    private DyingRebuild() {}

    /** The client dies when the next generation is complete, and nothing is decided. */
    public static void dieUndecided(MemoryRedis redis, List<String> elements) {
        die(redis, false, elements);
    }

    /** The client dies when it has decided that the next generation takes the place of the current one. */
    public static void dieDecided(MemoryRedis redis, List<String> elements) {
        die(redis, true, elements);
    }

    private static void die(MemoryRedis redis, boolean decides, List<String> elements) {
        boolean[] isDead = {false};
        redis.answerInstead = command -> {
            boolean wasDead = isDead[0];
            isDead[0] |= StoredConfig.decidesOnRebuild(command);
            return wasDead || isDead[0] && !decides ? Reply.Failure.ofServer("ERR dead", null) : null;
        };
        FilterRebuild rebuild = FilterRebuild.of("clicks").from(elements, TestFilters.TEXT);
        assertThrows(BloomFilterException.class, () -> new BlockingBloomFilters(redis).run(rebuild));
        redis.answerInstead = command -> null;
    }
}
