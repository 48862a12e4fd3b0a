package io.polybloom.kafka.streams.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.kafka.streams.DistinctRecords;
import io.polybloom.memory.InMemoryBloom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;

/** A topology with neither Kafka nor Redis. */
class DriverTest {

    @Test
    void forwardsEachClickOnce() {
        BloomFilter<String> seen = InMemoryBloom.create()
                .open(FilterSpec.named("copied-clicks").capacity(1000).build(), Elements.strings());
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("clicks")
                .processValues(DistinctRecords.of(seen)
                        .committedOffsets(application -> CompletableFuture.completedFuture(Map.of()))
                        .by((user, click) -> click))
                .to("distinct-clicks");
        Properties config = new Properties();
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            var clicks = driver.createInputTopic("clicks", new StringSerializer(), new StringSerializer());
            var distinct =
                    driver.createOutputTopic("distinct-clicks", new StringDeserializer(), new StringDeserializer());
            List.of("a", "b", "a").forEach(click -> clicks.pipeInput("user", click));
            driver.advanceWallClockTime(Duration.ofMinutes(1));
            assertEquals(List.of("a", "b"), distinct.readValuesToList());
        }
    }
}
