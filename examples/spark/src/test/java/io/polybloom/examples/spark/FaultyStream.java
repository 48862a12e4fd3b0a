package io.polybloom.examples.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;

/**
 * A query on a bad day: first attempts of tasks fail when they have asked the filter, tasks have a speculative copy
 * beside them, and the driver dies when it has written a batch, before it has written down that it has.
 */
class FaultyStream extends DeduplicateStream {

    private static final long DRIVER_DIES_EVERY = 3;

    /** The batches in which the driver has died. */
    static final Set<Long> DEATHS = ConcurrentHashMap.newKeySet();

    /** The tasks whose first attempt has failed. */
    static final Set<String> FAILED_TASKS = ConcurrentHashMap.newKeySet();

    /** The number of rows that two copies of a task have asked for at the same time. */
    static final AtomicInteger COPIED_ROWS = new AtomicInteger();

    FaultyStream(SharedFilter filter, Path output) {
        super(filter, output);
    }

    @Override
    void deduplicate(Dataset<String> rows, Long batch) {
        super.deduplicate(rows, batch);
        if (batch % DRIVER_DIES_EVERY == 1 && DEATHS.add(batch)) {
            throw new IllegalStateException("injected death of the driver in batch " + batch);
        }
    }

    @Override
    MapPartitionsFunction<String, String> task(SharedFilter shared, long batch) {
        DeduplicatePartition right = new DeduplicatePartition(shared, batch);
        return rows -> faulty(right::firstSeen, rows, batch);
    }

    /** The work of a task on its rows. */
    interface Work {
        Iterator<String> on(Iterator<String> rows, int partition);
    }

    static Iterator<String> faulty(Work work, Iterator<String> rows, long batch) {
        int partition = TaskContext.getPartitionId();
        List<String> copied = new ArrayList<>();
        rows.forEachRemaining(copied::add);
        CompletableFuture<Void> copy = CompletableFuture.completedFuture(null);
        if (partition % 3 == 2) {
            COPIED_ROWS.addAndGet(copied.size());
            copy = CompletableFuture.runAsync(() -> work.on(copied.iterator(), partition));
        }
        Iterator<String> answers = work.on(copied.iterator(), partition);
        copy.join();
        if (TaskContext.get().attemptNumber() == 0 && partition % 2 == 0) {
            FAILED_TASKS.add(batch + "/" + partition);
            throw new IllegalStateException("injected failure of a task");
        }
        return answers;
    }
}
