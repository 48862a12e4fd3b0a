package io.polybloom.examples.kafka;

import io.polybloom.BloomFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import redis.clients.jedis.RedisClient;

/**
 * A process that consumes a topic to its end, unless it is killed before. Its partitions are assigned to it, so that a
 * new process need not wait until the broker misses the old one.
 */
final class Victim {

    private static final Duration POLL = Duration.ofMillis(100);

    private Victim() {}

    /**
     * Runs.
     *
     * @param arguments brokers, input topic, output topic, URI of Redis, {@code claims} or {@code plain}, and the
     *     number of calls to the output after which the process is killed
     */
    public static void main(String[] arguments) {
        String topic = arguments[1];
        try (KafkaConsumer<String, String> consumer = DeduplicateTopic.consumer(arguments[0], "deduplicate-" + topic);
                KafkaProducer<String, String> producer = DeduplicateTopic.producer(arguments[0]);
                RedisClient redis = RedisClient.create(arguments[3])) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            BloomFilter<String> seen = DeduplicateTopic.seen(redis, topic);
            Output output = new HaltingOutput(new TopicOutput(producer, arguments[2]), Integer.parseInt(arguments[5]));
            Deduplicator deduplicator = new Deduplicator(consumer, seen, output);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                if (arguments[4].equals("claims")) {
                    deduplicator.handleBatch(POLL);
                } else {
                    handlePlainly(consumer, seen, output);
                }
            }
        }
    }

    /** Adds, then works, then commits: a crash after the addition loses the work. */
    private static void handlePlainly(KafkaConsumer<String, String> consumer, BloomFilter<String> seen, Output output) {
        List<ConsumerRecord<String, String>> batch = new ArrayList<>();
        ConsumerRecords<String, String> polled = consumer.poll(POLL);
        polled.forEach(batch::add);
        boolean[] isNew = seen.addAll(batch.stream().map(ConsumerRecord::value).toList());
        for (int i = 0; i < isNew.length; i++) {
            if (isNew[i]) {
                output.forward(batch.get(i));
            }
        }
        output.flush();
        consumer.commitSync();
    }
}
