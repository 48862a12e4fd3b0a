package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/**
 * Measures how long another client of the same server waits while a filter for 10^9 elements is created, cleared and
 * deleted: one PING each millisecond, in five rounds after one that warms up. Prints a table; its server must be empty
 * and have 3 GiB of memory.
 *
 * <pre>java -cp bloom-bench/target/bloom-bench.jar io.polybloom.bench.Neighbour redis://127.0.0.1:6379</pre>
 */
public final class Neighbour {

    private static final int ROUNDS = 5;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int MOST_PINGS = 1 << 20;

    private final String server;
    private final long[] nanos = new long[MOST_PINGS];
    private int count;

    private Neighbour(String server) {
        this.server = server;
    }

    public static void main(String... arguments) throws InterruptedException {
        FilterSpec spec = FilterSpec.named("neighbour")
                .capacity(1_000_000_000)
                .falsePositiveRate(0.01)
                .build();
        String server = arguments[0];
        try (RedisClient client = RedisClient.create(server)) {
            // Without the first round, which also compiles this program, on the processors that the server needs.
            round(
                    client,
                    spec,
                    Stream.generate(() -> new Neighbour(server)).limit(4).toList());
            List<Neighbour> measured =
                    Stream.generate(() -> new Neighbour(server)).limit(4).toList();
            for (int i = 0; i < ROUNDS; i++) {
                round(client, spec, measured);
            }
            System.out.println("| PING while a filter for 10^9 is | PINGs | median us | p99 us | longest us |");
            System.out.println("|---|--:|--:|--:|--:|");
            List<String> names = List.of("not there", "created", "cleared", "deleted");
            for (int i = 0; i < names.size(); i++) {
                System.out.println(measured.get(i).row(names.get(i)));
            }
        }
    }

    private static void round(RedisClient client, FilterSpec spec, List<Neighbour> neighbours)
            throws InterruptedException {
        neighbours.get(0).measure(() -> LockSupport.parkNanos(1_000 * PAUSE_NANOS));
        neighbours.get(1).measure(() -> JedisBloom.on(client).open(spec, Elements.strings()));
        BloomFilter<CharSequence> filter = JedisBloom.on(client).open(spec, Elements.strings());
        neighbours.get(2).measure(filter::clear);
        neighbours.get(3).measure(filter::delete);
    }

    private void measure(Runnable work) throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread thread = new Thread(() -> ping(isOver));
        thread.start();
        work.run();
        isOver.set(true);
        thread.join();
    }

    private void ping(AtomicBoolean isOver) {
        try (Jedis redis = new Jedis(server)) {
            redis.ping(); // connects
            while (!isOver.get() && count < MOST_PINGS) {
                long begin = System.nanoTime();
                redis.ping();
                nanos[count++] = System.nanoTime() - begin;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
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
