package io.polybloom.bench.process;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/**
 * Measures how long another client of the same server waits while a filter for 10^9 elements is created, cleared and
 * deleted: one PING each millisecond, in five rounds after one that warms up. Prints a table; its server must be empty
 * and have 3 GiB of memory.
 */
@Command(
        name = "neighbour",
        description = "measures the PINGs of another client while a large filter is created, cleared and deleted",
        mixinStandardHelpOptions = true)
public final class Neighbour implements Callable<Integer> {

    private static final int ROUNDS = 5;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int MOST_PINGS = 1 << 20;

    /** The times of the PINGs while one thing happens. */
    private static final class Pings {
        private final long[] nanos = new long[MOST_PINGS];
        private int count;
    }

    @Parameters(paramLabel = "URI", description = "an empty server with 3 GiB of memory, as redis://HOST:PORT")
    private String server;

    @Override
    public Integer call() throws InterruptedException {
        FilterSpec spec = FilterSpec.named("neighbour")
                .capacity(1_000_000_000)
                .falsePositiveRate(0.01)
                .build();
        try (RedisClient client = RedisClient.create(server)) {
            // Without the first round, which also compiles this program, on the processors that the server needs.
            round(client, spec, Stream.generate(Pings::new).limit(4).toList());
            List<Pings> measured = Stream.generate(Pings::new).limit(4).toList();
            for (int i = 0; i < ROUNDS; i++) {
                round(client, spec, measured);
            }
            System.out.println("| PING while a filter for 10^9 is | PINGs | median us | p99 us | longest us |");
            System.out.println("|---|--:|--:|--:|--:|");
            List<String> names = List.of("not there", "created", "cleared", "deleted");
            for (int i = 0; i < names.size(); i++) {
                System.out.println(row(names.get(i), measured.get(i)));
            }
            return 0;
        }
    }

    private void round(RedisClient client, FilterSpec spec, List<Pings> pings) throws InterruptedException {
        measure(pings.get(0), () -> LockSupport.parkNanos(1_000 * PAUSE_NANOS));
        measure(pings.get(1), () -> JedisBloom.on(client).open(spec, Elements.strings()));
        BloomFilter<CharSequence> filter = JedisBloom.on(client).open(spec, Elements.strings());
        measure(pings.get(2), filter::clear);
        measure(pings.get(3), filter::delete);
    }

    private void measure(Pings pings, Runnable work) throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread thread = new Thread(() -> ping(pings, isOver));
        thread.start();
        work.run();
        isOver.set(true);
        thread.join();
    }

    private void ping(Pings pings, AtomicBoolean isOver) {
        try (Jedis redis = new Jedis(server)) {
            redis.ping(); // connects
            while (!isOver.get() && pings.count < MOST_PINGS) {
                long begin = System.nanoTime();
                redis.ping();
                pings.nanos[pings.count++] = System.nanoTime() - begin;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static String row(String name, Pings pings) {
        int count = pings.count;
        long[] sorted = Arrays.copyOf(pings.nanos, count);
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
