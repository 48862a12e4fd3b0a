package io.polybloom.examples.spark;

import io.polybloom.Claims;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;

/**
 * Passes on the rows of one task that are seen for the first time.
 *
 * <p>The writer of the claims is the partition, and a delivery is the number of the micro-batch followed by the place
 * of the row. So another attempt of the task, or a speculative copy of it, gets the answers of the first attempt,
 * provided that it reads the same rows in the same order, as from Kafka or files. After a shuffle, sort the rows.
 */
final class DeduplicatePartition implements MapPartitionsFunction<String, String> {

    private static final long serialVersionUID = 1;

    /** The rows that one call asks for. */
    private static final int CHUNK = 1000;

    private final SharedFilter filter;
    private final long batch;

    DeduplicatePartition(SharedFilter filter, long batch) {
        this.filter = filter;
        this.batch = batch;
    }

    /** Returns the writer of a partition. */
    static String writer(int partition) {
        return "partition-" + partition;
    }

    /** Returns the first delivery of a micro-batch; a partition has fewer than 2^32 rows in a batch. */
    static long firstDelivery(long batch) {
        return batch << 32;
    }

    @Override
    public Iterator<String> call(Iterator<String> rows) {
        return firstSeen(rows, TaskContext.getPartitionId());
    }

    /** Returns the rows of a partition that are seen for the first time. */
    Iterator<String> firstSeen(Iterator<String> rows, int partition) {
        Claims<String> claims = filter.open().claims(writer(partition));
        List<String> fresh = new ArrayList<>();
        List<String> chunk = new ArrayList<>();
        long first = firstDelivery(batch);
        while (rows.hasNext()) {
            chunk.add(rows.next());
            if (chunk.size() == CHUNK || !rows.hasNext()) {
                boolean[] isNew = claims.addAll(first, chunk);
                for (int i = 0; i < isNew.length; i++) {
                    if (isNew[i]) {
                        fresh.add(chunk.get(i));
                    }
                }
                first += chunk.size();
                chunk.clear();
            }
        }
        return fresh.iterator();
    }
}
