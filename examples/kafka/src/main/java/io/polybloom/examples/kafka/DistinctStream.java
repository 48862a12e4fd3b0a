package io.polybloom.examples.kafka;

import io.polybloom.BloomFilter;
import io.polybloom.kafka.streams.DistinctRecords;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import redis.clients.jedis.RedisClient;

/** Does with Kafka Streams what {@link DeduplicateTopic} does with a consumer. */
public final class DistinctStream {

    private DistinctStream() {}

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
        RedisClient redis = RedisClient.create(arguments[3]);
        BloomFilter<String> seen = DeduplicateTopic.seen(redis, arguments[1]);
        KafkaStreams streams = new KafkaStreams(
                topology(arguments[1], arguments[2], seen), config(arguments[0], "distinct-" + arguments[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.start();
    }

    /** Copies a topic to another one without repeated values. */
    static Topology topology(String input, String output, BloomFilter<String> seen) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(input)
                .processValues(DistinctRecords.of(seen).by((key, value) -> value))
                .to(output);
        return builder.build();
    }

    /** Returns the configuration of an application whose keys and values are text. */
    static Properties config(String brokers, String application) {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }
}
