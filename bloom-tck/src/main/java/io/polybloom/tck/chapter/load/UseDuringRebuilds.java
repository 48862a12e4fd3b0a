package io.polybloom.tck.chapter.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Four clients that add and four that ask, until they are told to stop. */
final class UseDuringRebuilds implements Iterable<String> {

    private static final int CLIENTS = 4;
    private static final int LEAST = 200;

    private final BloomFilter<CharSequence> filter;
    private final Duration patience;

    /** As in a database: what is to be added is written here first. */
    private final Queue<String> recorded = new ConcurrentLinkedQueue<>();

    private final Queue<String> added = new ConcurrentLinkedQueue<>();
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

    /** The elements whose adds have begun when they are asked for. */
    @Override
    public Iterator<String> iterator() {
        return recorded().iterator();
    }

    List<String> recorded() {
        return List.copyOf(recorded);
    }

    void assertNothingWentWrong() {
        assertEquals(List.of(), List.copyOf(thrown));
        assertEquals(List.of(), List.copyOf(missed));
        assertTrue(threads.stream().noneMatch(Thread::isAlive), "a client hangs");
        assertTrue(added.size() >= CLIENTS * LEAST, "only " + added.size() + " elements were added");
        assertTrue(asked.get() > 0, "nobody has asked");
    }

    private void guard(Runnable use) {
        try {
            use.run();
        } catch (Throwable failure) {
            thrown.add(failure);
        }
    }

    private void write(int client) {
        for (int number = 0; !over || number < LEAST; number++) {
            List<String> some = new ArrayList<>();
            for (int i = 0; i <= number % 3; i++) {
                some.add("client-" + client + "-" + number + "-" + i);
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
