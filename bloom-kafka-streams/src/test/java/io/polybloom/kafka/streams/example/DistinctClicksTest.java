package io.polybloom.kafka.streams.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistinctClicksTest {

    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));

    @ParameterizedTest
    @ValueSource(strings = {"DistinctClicks", "DriverTest"})
    void thePageShowsThisProgram(String program) throws Exception {
        String source = Files.readString(ROOT.resolve(
                "bloom-kafka-streams/src/test/java/io/polybloom/kafka/streams/example/" + program + ".java"));
        assertTrue(Files.readString(ROOT.resolve("docs/kafka-streams.md")).contains("```java\n" + source + "```\n"));
    }

    @Test
    void forwardsEachClickOnce() {
        Properties config = new Properties();
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        try (RedisServer redis = RedisServer.start();
                TopologyTestDriver driver = new TopologyTestDriver(DistinctClicks.topology(redis.uri()), config)) {
            TestInputTopic<String, String> clicks =
                    driver.createInputTopic("clicks", new StringSerializer(), new StringSerializer());
            List.of("a", "b", "a").forEach(click -> clicks.pipeInput("user", click));
            assertEquals(
                    List.of("a", "b"),
                    driver.createOutputTopic("distinct-clicks", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList());
        }
    }
}
