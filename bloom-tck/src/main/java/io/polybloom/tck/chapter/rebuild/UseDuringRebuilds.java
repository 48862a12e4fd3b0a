package io.polybloom.tck.chapter.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Four clients that add and four that ask, until they are told to stop. */
final class UseDuringRebuilds implements Iterable<String> {

    private static final int CLIENTS = 4;
    private static final int LEAST = 200;
    private static final int ELEMENTS_OF_A_CLIENT = 1_000;

    /** The maximum number of elements that are added. */
    static final int MOST_ELEMENTS = CLIENTS * ELEMENTS_OF_A_CLIENT;

    private final BloomFilter<CharSequence> filter;
    private final Duration patience;

    /** As in a database: elements are written here before they are added. */
    private final Set<String> recorded = ConcurrentHashMap.newKeySet();

    private final Set<String> added = ConcurrentHashMap.newKeySet();
    private final Queue<String> missed = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    UseDuringRebuilds(BloomFilter<CharSequence> filter, Duration patience) {
        this.filter = filter;
        this.patience = patience;
    }

    void start() {
        for (int number = 0; number < CLIENTS; number++) {
            int client = number;
            threads.add(new Thread(() -> guard(() -> write(client)), "writer " + client));
            threads.add(new Thread(() -> guard(this::read), "reader " + client));
        }
        threads.forEach(Thread::start);
    }

    void stop() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join(patience.toMillis());
            } catch (InterruptedException interrupted) {
                throw new AssertionError(thread.getName() + " was waited for", interrupted);
            }
        }
    }

    /** Returns the elements whose adds have begun by the time the iterator reads them. */
    @Override
    public Iterator<String> iterator() {
        return recorded().iterator();
    }

    List<String> recorded() {
        return List.copyOf(recorded);
    }

    /** Returns all elements that the clients add if they have enough time. */
    static List<String> all() {
        List<String> all = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            for (int number = 0; number < ELEMENTS_OF_A_CLIENT; number++) {
                all.add(element(client, number));
            }
        }
        return all;
    }

    private static String element(int client, int number) {
        return "client-" + client + "-" + number;
    }

    void assertNothingWentWrong() {
        assertEquals(List.of(), List.copyOf(thrown));
        assertEquals(List.of(), List.copyOf(missed));
        assertTrue(threads.stream().noneMatch(Thread::isAlive), "a client hangs");
        assertTrue(added.size() >= CLIENTS * LEAST, () -> "only " + added.size() + " elements were added");
        assertTrue(asked.get() > 0, "no look-up was made");
    }

    private void guard(Runnable use) {
        try {
            use.run();
        } catch (Throwable failure) {
            thrown.add(failure);
        }
    }

    /** Adds the elements of a client, again and again. */
    private void write(int client) {
        int next = 0;
        for (int number = 0; !over || number < LEAST; number++) {
            List<String> some = new ArrayList<>();
            for (int i = 0; i <= number % 3; i++) {
                some.add(element(client, next++ % ELEMENTS_OF_A_CLIENT));
            }
            recorded.addAll(some);
            if (some.size() == 1) {
                filter.add(some.get(0));
            } else {
                filter.addAll(some);
            }
            added.addAll(some);
        }
    }

    private void read() {
        while (!over) {
            for (String element : added) {
                asked.incrementAndGet();
                if (!filter.mightContain(element)) {
                    missed.add(element);
                }
                if (over) {
                    return;
                }
            }
        }
    }
}
