package io.polybloom.spring.integration.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.integration.BloomMetadataStore;
import io.polybloom.spring.integration.ClaimsSelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.support.MessageBuilder;

class PageTest {

    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    private static final Path SOURCES =
            ROOT.resolve("bloom-spring-integration/src/test/java/io/polybloom/spring/integration/example");

    private final BloomFilter<String> filter = InMemoryBloom.create()
            .open(
                    FilterSpec.named("orders")
                            .capacity(1_000)
                            .falsePositiveRate(1e-9)
                            .build(),
                    Elements.strings());

    @ParameterizedTest
    @ValueSource(strings = {"Shipping.java", "Billing.java"})
    void thePageShowsThisProgram(String file) throws Exception {
        String source = Files.readString(SOURCES.resolve(file));
        assertTrue(
                Files.readString(ROOT.resolve("docs/spring-integration.md")).contains("```java\n" + source + "```\n"));
    }

    @Test
    void shipsEachOrderOnce() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean("filter", BloomFilter.class, () -> filter);
            context.register(Shipping.class);
            context.refresh();
            sendTo(context.getBean("orders", MessageChannel.class));
            assertEquals(List.of("a", "b"), context.getBean(Shipping.class).shipped);
            assertEquals(0, context.getBean(ClaimsSelector.class).open());
        }
    }

    @Test
    void billsEachOrderOnce() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(BloomMetadataStore.class, () -> new BloomMetadataStore(filter));
            context.register(Billing.class);
            context.refresh();
            sendTo(context.getBean("bills", MessageChannel.class));
            assertEquals(List.of("a", "b"), context.getBean(Billing.class).billed);
        }
    }

    private static void sendTo(MessageChannel channel) {
        List<String> orders = List.of("a", "b", "a");
        for (int offset = 0; offset < orders.size(); offset++) {
            channel.send(MessageBuilder.withPayload(orders.get(offset))
                    .setHeader("orderId", orders.get(offset))
                    .setHeader("kafka_receivedTopic", "orders")
                    .setHeader("kafka_receivedPartitionId", 3)
                    .setHeader("kafka_offset", (long) offset)
                    .build());
        }
    }
}
