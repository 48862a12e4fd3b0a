package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;

/** Keys of a filter with a window that move on when a slice begins. */
class BeginningOfSliceTest {

    private static final int CLIENTS = 8;
    private static final int ELEMENTS_OF_A_SLICE = 10;

    /** The slices that begin: 10,000 elements in all, or few since every build has them. */
    private static final int BEGINNINGS = Rounds.areWhole() ? 1_000 : 20;

    private static final int SLICES = 3;
    private static final Duration SLICE = Duration.ofHours(4);
    private static final Duration LIMIT = Fixtures.LIMIT;

    /** A slice that ends during a test. */
    private static final Duration SHORT_SLICE = Duration.ofMillis(200);

    private static final int WORDS = 50;

    /** Not in each slice, so that keys move over several of them, too. */
    private static final int LONGEST_STEP = 2;

    /** Clients that add the same elements when a slice begins move the keys together. */
    @Test
    void eachElementIsNewForExactlyOneOfThem() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<RedisClient> clients = new ArrayList<>();
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client()) {
            long slice = SLICE.toMillis();
            long now = KitTests.clock(redis);
            Duration middle = Duration.ofMillis((now / slice + 1) * slice + slice / 2 - now);
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(RedisClient.create(front.uri()));
            }
            FilterSpec spec = FilterSpec.named("beginnings")
                    .capacity(10_000)
                    .falsePositiveRate(1e-9)
                    .partitions(3)
                    .window(SLICE.multipliedBy(SLICES), SLICES)
                    .build();
            int passed = 0;
            for (int beginning = 0; beginning < BEGINNINGS; beginning++) {
                front.forgetRequests();
                front.setClockAhead(middle.plus(SLICE.multipliedBy(passed)));
                int[] firsts = beginTogether(threads, clients, spec, beginning);
                for (int element = 0; element < firsts.length; element++) {
                    assertEquals(1, firsts[element], "clients for which " + beginning + "." + element + " was new");
                }
                passed += 1 + beginning % LONGEST_STEP;
            }
        } finally {
            threads.shutdownNow();
            clients.forEach(RedisClient::close);
        }
    }

    /** The partitions are in several slots there, so that no command can clear two of them. */
    @Test
    void keysOfAClusterMoveOn() {
        List<String> old = words("old-");
        FilterSpec spec = FilterSpec.named("moving")
                .capacity(10_000)
                .falsePositiveRate(1e-9)
                .partitions(5)
                .window(SHORT_SLICE.multipliedBy(SLICES), SLICES)
                .build();
        try (RedisCluster cluster = RedisCluster.start();
                RedisClusterClient jedis = Fixtures.client(cluster);
                RespClient redis = cluster.nodes().get(0).client()) {
            BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(spec, TEXT);
            filter.addAll(old);
            long added = newest(filter);
            long end = KitTests.clock(redis) + LIMIT.toMillis();
            while (newest(filter) <= added + SLICES) {
                filter.addAll(words("again-"));
                int found = count(filter.mightContainAll(old));
                long now = KitTests.clock(redis);
                boolean areYoung = now / SHORT_SLICE.toMillis() <= added + SLICES;
                assertEquals(areYoung ? old.size() : found, found, "elements that are not forgotten yet");
                assertTrue(now < end, "the keys have not moved on");
            }
            assertEquals(0, count(filter.mightContainAll(old)), "elements that are forgotten");
        }
    }

    /** Returns the slice up to which the keys are prepared. */
    private static long newest(BloomFilter<CharSequence> filter) {
        return filter.description().window().orElseThrow().open().get(0);
    }

    private static List<String> words(String prefix) {
        return IntStream.range(0, WORDS).mapToObj(number -> prefix + number).toList();
    }

    private static int count(boolean[] answers) {
        int count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }

    /** Returns for how many clients each element was new. Half of the clients add them by one call. */
    private static int[] beginTogether(
            ExecutorService threads, List<RedisClient> clients, FilterSpec spec, int beginning) throws Exception {
        List<String> elements = IntStream.range(0, ELEMENTS_OF_A_SLICE)
                .mapToObj(number -> beginning + "." + number)
                .toList();
        CyclicBarrier start = new CyclicBarrier(clients.size());
        List<Future<boolean[]>> answers = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            RedisClient client = clients.get(i);
            boolean isBulk = i % 2 == 0;
            answers.add(threads.submit(() -> {
                BloomFilter<CharSequence> filter = JedisBloom.on(client).open(spec, TEXT);
                start.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                return isBulk ? filter.addAll(elements) : addOneByOne(filter, elements);
            }));
        }
        int[] firsts = new int[elements.size()];
        for (Future<boolean[]> answer : answers) {
            boolean[] isNew = answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            for (int element = 0; element < firsts.length; element++) {
                firsts[element] += isNew[element] ? 1 : 0;
            }
        }
        return firsts;
    }

    private static boolean[] addOneByOne(BloomFilter<CharSequence> filter, List<String> elements) {
        boolean[] isNew = new boolean[elements.size()];
        for (int element = 0; element < isNew.length; element++) {
            isNew[element] = filter.add(elements.get(element));
        }
        return isNew;
    }
}
