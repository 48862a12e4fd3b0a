package io.polybloom.camel.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class ShippingTest {

    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));

    @Test
    void thePageShowsThisProgram() throws Exception {
        String source =
                Files.readString(ROOT.resolve("bloom-camel/src/test/java/io/polybloom/camel/example/Shipping.java"));
        assertTrue(Files.readString(ROOT.resolve("docs/camel.md")).contains("```java\n" + source + "```\n"));
    }

    /** Messages with the headers of Kafka's component, which is not on the class path, take its place. */
    @Test
    void shipsEachOrderOnce() throws Exception {
        List<String> shipped = new ArrayList<>();
        Processor shipping = exchange -> shipped.add(exchange.getMessage().getBody(String.class));
        try (RedisServer server = RedisServer.start();
                RedisClient redis = RedisClient.create(server.uri())) {
            CamelContext camel = new DefaultCamelContext();
            camel.getRegistry().bind("shipping", shipping);
            camel.addRoutes(new Shipping(redis));
            AdviceWith.adviceWith(camel, null, route -> route.replaceFromWith("direct:orders"));
            camel.start();
            send(camel, 0, "a");
            send(camel, 1, "b");
            send(camel, 2, "a");
            camel.stop();
        }
        assertEquals(List.of("a", "b"), shipped);
    }

    private static void send(CamelContext camel, long offset, String order) throws Exception {
        camel.createProducerTemplate()
                .sendBodyAndHeaders(
                        "direct:orders",
                        order,
                        Map.of("CamelKafkaTopic", "orders", "CamelKafkaPartition", 3, "CamelKafkaOffset", offset));
    }
}
