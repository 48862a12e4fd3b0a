package io.polybloom.spring.integration.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.integration.ClaimsSelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.support.MessageBuilder;

class ShippingTest {

    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));

    @Test
    void thePageShowsThisProgram() throws Exception {
        String source = Files.readString(ROOT.resolve(
                "bloom-spring-integration/src/test/java/io/polybloom/spring/integration/example/Shipping.java"));
        assertTrue(
                Files.readString(ROOT.resolve("docs/spring-integration.md")).contains("```java\n" + source + "```\n"));
    }

    @Test
    void shipsEachOrderOnce() {
        BloomFilter<String> filter = InMemoryBloom.create()
                .open(
                        FilterSpec.named("shipping")
                                .capacity(1_000)
                                .falsePositiveRate(1e-9)
                                .build(),
                        Elements.strings());
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean("filter", BloomFilter.class, () -> filter);
            context.register(Shipping.class);
            context.refresh();
            MessageChannel orders = context.getBean("orders", MessageChannel.class);
            send(orders, 0, "a");
            send(orders, 1, "b");
            send(orders, 2, "a");
            assertEquals(List.of("a", "b"), context.getBean(Shipping.class).shipped);
            assertEquals(0, context.getBean(ClaimsSelector.class).open());
        }
    }

    private static void send(MessageChannel orders, long offset, String order) {
        orders.send(MessageBuilder.withPayload(order)
                .setHeader("orderId", order)
                .setHeader("kafka_receivedTopic", "orders")
                .setHeader("kafka_receivedPartitionId", 3)
                .setHeader("kafka_offset", offset)
                .build());
    }
}
