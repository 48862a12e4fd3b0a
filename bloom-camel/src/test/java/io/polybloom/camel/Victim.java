package io.polybloom.camel;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.kill.Halting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.spi.IdempotentRepository;
import redis.clients.jedis.RedisClient;

/**
 * A process that reads the lines of a file, and writes each distinct one to another file, unless it is halted before.
 * The file endpoint moves the file when all of it has been processed; until then, each run gets the whole file again.
 */
final class Victim {

    private Victim() {}

    /**
     * Runs.
     *
     * @param arguments URI of Redis, input directory, output file, a way ({@code claims}, {@code plain} or
     *     {@code late}) and the number of places to survive
     */
    public static void main(String[] arguments) throws Exception {
        Halting halting = new Halting(Integer.parseInt(arguments[4]));
        Path output = Path.of(arguments[2]);
        CountDownLatch done = new CountDownLatch(1);
        try (RedisClient redis = RedisClient.create(arguments[0])) {
            @SuppressWarnings("unchecked")
            BloomFilter<String> filter = halting.around(
                    JedisBloom.on(redis)
                            .open(
                                    FilterSpec.named(arguments[3])
                                            .capacity(10_000)
                                            .falsePositiveRate(1e-9)
                                            .build(),
                                    Elements.strings()),
                    BloomFilter.class,
                    Claims.class);
            CamelContext camel = new DefaultCamelContext();
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    IdempotentConsumerDefinition once = from("file:" + arguments[1] + "?readLock=none&initialDelay=0")
                            .onCompletion()
                            .process(exchange -> done.countDown())
                            .end()
                            .split(body().tokenize("\n"))
                            .streaming()
                            .stopOnException()
                            .idempotentConsumer(body(), repository(arguments[3], filter));
                    switch (arguments[3]) {
                        case "plain" -> once.removeOnFailure(false);
                        case "late" -> once.eager(false);
                        default -> {}
                    }
                    once.process(exchange -> {
                        halting.place();
                        append(output, exchange.getMessage().getBody(String.class));
                        halting.place();
                    });
                }
            });
            camel.start();
            if (!done.await(5, TimeUnit.MINUTES)) {
                throw new IllegalStateException("hangs");
            }
            halting.place();
            camel.stop();
        }
    }

    private static IdempotentRepository repository(String way, BloomFilter<String> filter) {
        return way.equals("claims")
                ? new ClaimsIdempotentRepository(filter, Delivery.ofSplit("lines"))
                : new BloomIdempotentRepository(filter);
    }

    private static void append(Path output, String line) {
        try {
            Files.writeString(output, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
