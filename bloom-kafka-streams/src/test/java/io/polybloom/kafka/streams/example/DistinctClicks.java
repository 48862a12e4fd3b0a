package io.polybloom.kafka.streams.example;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.kafka.streams.DistinctRecords;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import redis.clients.jedis.RedisClient;

/** Copies the topic {@code clicks} to {@code distinct-clicks}, each value once. */
public final class DistinctClicks {

    private DistinctClicks() {}

    public static void main(String[] args) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "distinct-clicks");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        KafkaStreams streams = new KafkaStreams(topology("redis://localhost:6379"), config);
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.start();
    }

    static Topology topology(String redis) {
        BloomFilter<String> seen = JedisBloom.on(RedisClient.create(redis))
                .open(
                        FilterSpec.named("copied-clicks")
                                .capacity(1_000_000)
                                .falsePositiveRate(1e-9)
                                .build(),
                        Elements.strings());
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("clicks")
                .processValues(DistinctRecords.of(seen).by((user, click) -> click))
                .to("distinct-clicks");
        return builder.build();
    }
}
