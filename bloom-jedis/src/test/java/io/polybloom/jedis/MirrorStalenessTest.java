package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.StaleMirrorException;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/**
 * A mirror behind a network that delays, cuts and holds its refreshes, while others add elements. An element whose add
 * had returned longer ago than the stated staleness, when the look-up began, must not be absent. So the verdict depends
 * on no duration: a thread that is held up only makes the mirror refuse.
 */
@Timeout(300)
class MirrorStalenessTest {

    private static final int LOOK_UPS = 1_000_000;
    private static final int LOOK_UPS_PER_ADD = 500;
    private static final int RECENT = 64;
    private static final Duration STALENESS = Duration.ofMillis(20);

    private final List<String> words = words(0, 100_000);
    private final long[] added = new long[words.size()];
    private int adds;
    private long lookUps;
    private long absent;
    private long refused;
    private long tooOld;

    private interface Condition {
        boolean holds();
    }

    @Test
    void noneOfAMillionAnswersIsOlderThanStated() {
        run(STALENESS);
        assertTrue(absent > LOOK_UPS / 100, "absent: " + absent);
        assertTrue(refused > 0, "refused: " + refused);
        assertEquals(0, tooOld, "answers that were too old, of " + lookUps);
    }

    /** The same look-ups notice a mirror that allows itself more. */
    @Test
    void answersThatAreTooOldAreNoticed() {
        run(STALENESS.multipliedBy(10));
        assertTrue(tooOld > 0, "too old: " + tooOld);
    }

    private void run(Duration longest) {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server);
                RedisClient direct = Fixtures.client(server);
                RedisClient client = Fixtures.client(proxy.host(), proxy.port(), new ConnectionPoolConfig())) {
            FilterSpec spec = Fixtures.roomy("ids", 3);
            BloomFilter<CharSequence> filter = JedisBloom.on(direct).open(spec, TEXT);
            MirrorOptions options = MirrorOptions.defaults()
                    .refreshedBy(executor)
                    .interval(Duration.ofMillis(1))
                    .longestStaleness(longest);
            try (FilterMirror<CharSequence> mirror = JedisBloom.on(client).mirror(spec.name(), TEXT, options)) {
                Random random = new Random(32);
                while (lookUps < LOOK_UPS) {
                    trouble(random, proxy, filter, mirror);
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private void trouble(
            Random random, TcpProxy proxy, BloomFilter<CharSequence> filter, FilterMirror<CharSequence> mirror) {
        long first = lookUps;
        switch (random.nextInt(3)) {
            case 0 -> { // held until the mirror refuses to answer
                proxy.blackHole();
                long before = refused;
                askUntil(filter, mirror, () -> refused > before);
            }
            case 1 -> { // cut within the replies to a refresh
                proxy.cutAfter(random.nextInt(300));
                askUntil(filter, mirror, () -> lookUps - first > 10_000);
            }
            default -> { // delayed between two of its exchanges
                proxy.holdRepliesTo(random.nextBoolean() ? "BITCOUNT" : "GETRANGE");
                askUntil(filter, mirror, () -> lookUps - first > 10_000);
            }
        }
        proxy.pass();
        long healed = lookUps;
        long before = refused;
        askUntil(filter, mirror, () -> lookUps - refused > healed - before && lookUps - healed > 1_000);
    }

    private void askUntil(BloomFilter<CharSequence> filter, FilterMirror<CharSequence> mirror, Condition condition) {
        while (!condition.holds()) {
            if (lookUps % LOOK_UPS_PER_ADD == 0 && adds < words.size()) {
                filter.add(words.get(adds));
                added[adds++] = System.nanoTime();
            }
            ask(mirror, adds - 1 - (int) (lookUps % Math.min(adds, RECENT)));
        }
    }

    private void ask(FilterMirror<CharSequence> mirror, int word) {
        lookUps++;
        long begin = System.nanoTime();
        try {
            if (!mirror.mightContain(words.get(word))) {
                absent++;
                tooOld += begin - added[word] > STALENESS.toNanos() ? 1 : 0;
            }
        } catch (StaleMirrorException stale) {
            refused++;
        }
    }
}
