package io.polybloom.examples.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Ends the process as {@code kill -9} does when it comes to a certain place for the n-th time. Knows the offsets that
 * were committed: before it ends the process, it prints how many records were processed but not committed.
 */
final class Death {

    /** The places between which a record can be lost or repeated. */
    enum Place {
        POLLED,
        BEFORE_ADD,
        ADDED,
        SENT,
        BEFORE_COMMIT,
        COMMITTED,
        BEFORE_SETTLE,
        SETTLED,
        NOWHERE
    }

    private final Place place;
    private final Map<TopicPartition, Long> ends;
    private final Map<TopicPartition, Long> committed;
    private final Map<TopicPartition, Long> processed = new HashMap<>();
    private final CountDownLatch allCommitted = new CountDownLatch(1);
    private int left;

    Death(Place place, int left, Map<TopicPartition, Long> ends, Map<TopicPartition, Long> committed) {
        this.place = place;
        this.left = left;
        this.ends = ends;
        this.committed = new HashMap<>(committed);
        finishIfDone();
    }

    synchronized void at(Place where) {
        if (where == place && left-- == 0) {
            long uncommitted = processed.entrySet().stream()
                    .mapToLong(each -> Math.max(0, each.getValue() - committed.getOrDefault(each.getKey(), 0L)))
                    .sum();
            System.out.println(uncommitted);
            System.out.flush();
            Runtime.getRuntime().halt(HaltingOutput.KILLED);
        }
    }

    synchronized void processed(TopicPartition partition, long offset) {
        processed.put(partition, offset + 1);
    }

    synchronized void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> committed.put(partition, offset.offset()));
        at(Place.COMMITTED);
        finishIfDone();
    }

    /** Waits until the application has committed all records. */
    void awaitEnd() throws InterruptedException {
        allCommitted.await();
    }

    private void finishIfDone() {
        if (ends.entrySet().stream().allMatch(end -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
            allCommitted.countDown();
        }
    }
}
