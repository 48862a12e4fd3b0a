package io.polybloom.spring.integration.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.integration.BloomMetadataStore;
import io.polybloom.tck.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void shipsEachOrderOnceAndNothingWhenItRunsAgain(@TempDir Path directory) throws Exception {
        Path orders = Files.writeString(directory.resolve("orders.txt"), "A-1\nA-2\nA-1\n");
        try (RedisServer redis = RedisServer.start()) {
            assertEquals(List.of("shipping A-1", "shipping A-2"), run(orders.toString(), redis.uri()));
            assertEquals(List.of(), run(orders.toString(), redis.uri()));
            Files.writeString(orders, "A-2\nA-3\n", StandardOpenOption.APPEND);
            assertEquals(List.of("shipping A-3"), run(orders.toString(), redis.uri()));
        }
    }

    /** Returns what the program prints. */
    private static List<String> run(String... arguments) throws IOException {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            Shipping.main(arguments);
        } finally {
            System.setOut(console);
        }
        return output.toString(StandardCharsets.UTF_8).lines().toList();
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
        for (String order : List.of("a", "b", "a")) {
            channel.send(MessageBuilder.withPayload(order)
                    .setHeader("orderId", order)
                    .build());
        }
    }
}
