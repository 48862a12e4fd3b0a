package io.polybloom.spring.integration;

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
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.messaging.Message;
import redis.clients.jedis.RedisClient;

/** A process that polls the lines of a file, and writes each distinct one to another file, unless it is halted. */
final class Victim {

    private Victim() {}

    /**
     * Runs.
     *
     * @param arguments URI of Redis, input file, file of the committed position, output file, a way ({@code claims} or
     *     {@code store}) and the number of places to survive
     */
    public static void main(String[] arguments) throws Exception {
        Halting halting = new Halting(Integer.parseInt(arguments[5]));
        LineSource source = new LineSource(Path.of(arguments[1]), Path.of(arguments[2]), halting);
        Path output = Path.of(arguments[3]);
        try (RedisClient redis = RedisClient.create(arguments[0]);
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            @SuppressWarnings("unchecked")
            BloomFilter<String> filter = halting.around(
                    JedisBloom.on(redis)
                            .open(
                                    FilterSpec.named(arguments[4])
                                            .capacity(10_000)
                                            .falsePositiveRate(1e-9)
                                            .build(),
                                    Elements.strings()),
                    BloomFilter.class,
                    Claims.class);
            if (arguments[4].equals("claims")) {
                context.registerBean(
                        ClaimsSelector.class,
                        () -> new ClaimsSelector(filter, Victim::body, Delivery.ofHeader("lines", LineSource.LINE)));
                context.register(WithClaims.class);
            } else {
                context.registerBean(BloomMetadataStore.class, () -> new BloomMetadataStore(filter));
                context.register(WithStore.class);
            }
            context.registerBean(LineSource.class, () -> source);
            context.registerBean(Effect.class, () -> new Effect(output, halting));
            context.register(Flows.class);
            context.refresh();
            source.end().get(5, TimeUnit.MINUTES);
            halting.place();
        }
    }

    private static String body(Message<?> message) {
        return (String) message.getPayload();
    }

    @Configuration(proxyBeanMethods = false)
    static class WithClaims {

        @Bean
        IdempotentReceiverInterceptor once(ClaimsSelector claims) {
            return new ClaimsReceiverInterceptor(claims);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithStore {

        @Bean
        IdempotentReceiverInterceptor once(BloomMetadataStore store) {
            return new IdempotentReceiverInterceptor(new MetadataStoreSelector(Victim::body, store));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    static class Flows {

        @Bean
        IntegrationFlow lines(LineSource source, IdempotentReceiverInterceptor once, Effect effect) {
            once.setDiscardChannelName("nullChannel");
            return IntegrationFlow.from(
                            source,
                            endpoint -> endpoint.poller(Pollers.fixedDelay(1).maxMessagesPerPoll(-1)))
                    .handle(String.class, (body, headers) -> body, endpoint -> endpoint.advice(once))
                    .handle(effect::append)
                    .get();
        }
    }

    /** Appends the lines to a file. */
    record Effect(Path output, Halting halting) {

        void append(Message<?> message) {
            halting.place();
            try {
                Files.writeString(output, body(message) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            halting.place();
        }
    }
}
