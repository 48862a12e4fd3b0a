package io.polybloom.examples.kafka;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import redis.clients.jedis.RedisClient;

/**
 * Copies a topic to another one without repeated values, forever. Started several times, the processes share the
 * partitions of the topic and the filter.
 */
public final class DeduplicateTopic {

    private static final Duration POLL = Duration.ofSeconds(1);

    private DeduplicateTopic() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments the brokers, the topic to read, the topic to write, and the URI of Redis
     */
    public static void main(String[] arguments) {
        if (arguments.length != 4) {
            System.err.println("usage: BROKERS INPUT-TOPIC OUTPUT-TOPIC REDIS-URI");
            System.exit(2);
        }
        try (KafkaConsumer<String, String> consumer = consumer(arguments[0], "deduplicate-" + arguments[1]);
                KafkaProducer<String, String> producer = producer(arguments[0]);
                RedisClient redis = RedisClient.create(arguments[3])) {
            consumer.subscribe(List.of(arguments[1]));
            Deduplicator deduplicator =
                    new Deduplicator(consumer, seen(redis, arguments[1]), new TopicOutput(producer, arguments[2]));
            while (true) {
                deduplicator.handleBatch(POLL);
            }
        }
    }

    /** Opens the filter of a topic: ten million values, of which one in a billion is taken for a repeated one. */
    static BloomFilter<String> seen(RedisClient redis, String topic) {
        FilterSpec spec = FilterSpec.named(topic)
                .capacity(10_000_000)
                .falsePositiveRate(1e-9)
                .build();
        return JedisBloom.on(redis).open(spec, Elements.strings());
    }

    /** Returns a consumer that commits only when it is told to, and begins with the oldest event. */
    static KafkaConsumer<String, String> consumer(String brokers, String group) {
        return new KafkaConsumer<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                StringDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                StringDeserializer.class));
    }

    /** Returns a producer whose own retries write nothing twice. */
    static KafkaProducer<String, String> producer(String brokers) {
        return new KafkaProducer<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                StringSerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                StringSerializer.class));
    }
}
