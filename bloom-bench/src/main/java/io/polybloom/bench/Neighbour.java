package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/**
 * Measures how long another client of the same server waits while a filter for 10^9 elements is created, cleared and
 * deleted: one PING each millisecond. Prints a table; its server must be empty and have 3 GiB of memory.
 *
 * <pre>java -cp bloom-bench/target/bloom-bench.jar io.polybloom.bench.Neighbour redis://127.0.0.1:6379</pre>
 */
public final class Neighbour {

    private static final long PAUSE_NANOS = 1_000_000;
    private static final int MOST_PINGS = 1 << 20;

    private final Jedis redis;
    private final long[] nanos = new long[MOST_PINGS];
    private volatile boolean isOver;
    private int count;

    private Neighbour(Jedis redis) {
        this.redis = redis;
    }

    public static void main(String... arguments) throws InterruptedException {
        FilterSpec spec = FilterSpec.named("neighbour")
                .capacity(1_000_000_000)
                .falsePositiveRate(0.01)
                .build();
        try (RedisClient client = RedisClient.create(arguments[0])) {
            System.out.println("| PING while a filter for 10^9 is | PINGs | median us | p99 us | longest us |");
            System.out.println("|---|--:|--:|--:|--:|");
            measure(arguments[0], "not there", () -> LockSupport.parkNanos(3_000 * PAUSE_NANOS));
            measure(arguments[0], "created", () -> JedisBloom.on(client).open(spec, Elements.strings()));
            BloomFilter<CharSequence> filter = JedisBloom.on(client).open(spec, Elements.strings());
            measure(arguments[0], "cleared", filter::clear);
            measure(arguments[0], "deleted", filter::delete);
        }
    }

    private static void measure(String server, String name, Runnable work) throws InterruptedException {
        try (Jedis redis = new Jedis(server)) {
            Neighbour neighbour = new Neighbour(redis);
            Thread thread = new Thread(neighbour::ping);
            thread.start();
            work.run();
            neighbour.isOver = true;
            thread.join();
            System.out.println(neighbour.row(name));
        }
    }

    private void ping() {
        while (!isOver && count < MOST_PINGS) {
            long begin = System.nanoTime();
            redis.ping();
            nanos[count++] = System.nanoTime() - begin;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private String row(String name) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %,d | %,d |",
                name,
                count,
                sorted[count / 2] / 1000,
                sorted[(int) (count * 0.99)] / 1000,
                sorted[count - 1] / 1000);
    }
}
