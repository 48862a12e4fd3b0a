package io.polybloom.tck.chapter.load;

import io.polybloom.BloomFilter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A client that adds to a filter while another one loads many elements into it. */
final class OtherClient {

    /** The minimum number of adds, however soon the work is over. */
    private static final int LEAST_ADDS = 100;

    private final BloomFilter<CharSequence> filter;
    private final AtomicBoolean over = new AtomicBoolean();

    private OtherClient(BloomFilter<CharSequence> filter) {
        this.filter = filter;
    }

    /**
     * Adds {@code other-0}, {@code other-1} and so on until some work is over.
     *
     * @param patience the time to wait for the last add after the work is over
     * @return the number of elements that were added
     */
    static int addsDuring(Runnable work, BloomFilter<CharSequence> filter, Duration patience) {
        OtherClient client = new OtherClient(filter);
        CompletableFuture<Integer> adds = CompletableFuture.supplyAsync(client::add);
        try {
            work.run();
        } finally {
            client.over.set(true);
        }
        try {
            return adds.get(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException failure) {
            throw new AssertionError("the other client failed", failure);
        }
    }

    private int add() {
        int added = 0;
        while (!over.get() || added < LEAST_ADDS) {
            filter.add("other-" + added++);
        }
        return added;
    }
}
