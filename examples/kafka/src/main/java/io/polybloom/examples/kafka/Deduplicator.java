package io.polybloom.examples.kafka;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Forwards events whose value is seen for the first time, across all consumers of the filter.
 *
 * <p>A batch takes four steps: ask which events are new, forward those, commit the offsets, settle the claims. If the
 * consumer dies between two of them, Kafka delivers the batch again, and the claims give every delivery its first
 * answer again: no event is lost, and at most the events of this batch are forwarded twice.
 */
final class Deduplicator {

    private final Consumer<String, String> consumer;
    private final BloomFilter<String> seen;
    private final Output output;
    private final Map<TopicPartition, Claims<String>> claims = new HashMap<>();

    Deduplicator(Consumer<String, String> consumer, BloomFilter<String> seen, Output output) {
        this.consumer = consumer;
        this.seen = seen;
        this.output = output;
    }

    /**
     * Handles the events that one poll brings.
     *
     * @param timeout how long to wait for events
     */
    void handleBatch(Duration timeout) {
        ConsumerRecords<String, String> batch = consumer.poll(timeout);
        if (batch.isEmpty()) {
            return;
        }
        for (TopicPartition partition : batch.partitions()) {
            for (List<ConsumerRecord<String, String>> run : Runs.of(batch.records(partition))) {
                forwardNew(claims(partition), run);
            }
        }
        output.flush();
        consumer.commitSync();
        for (TopicPartition partition : batch.partitions()) {
            List<ConsumerRecord<String, String>> records = batch.records(partition);
            claims(partition).settle(records.get(records.size() - 1).offset());
        }
    }

    /** Adds the events of consecutive offsets in one call, and forwards the new ones. */
    private void forwardNew(Claims<String> claims, List<ConsumerRecord<String, String>> run) {
        List<String> values = run.stream().map(ConsumerRecord::value).toList();
        boolean[] isNew = claims.addAll(run.get(0).offset(), values);
        for (int i = 0; i < isNew.length; i++) {
            if (isNew[i]) {
                output.forward(run.get(i));
            }
        }
    }

    /** Returns the claims of a partition: Kafka gives it to one consumer of a group at a time. */
    private Claims<String> claims(TopicPartition partition) {
        return claims.computeIfAbsent(partition, each -> seen.claims(each.toString()));
    }
}
