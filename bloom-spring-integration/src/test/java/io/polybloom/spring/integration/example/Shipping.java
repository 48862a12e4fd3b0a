package io.polybloom.spring.integration.example;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.spring.integration.ClaimsReceiverInterceptor;
import io.polybloom.spring.integration.ClaimsSelector;
import io.polybloom.spring.integration.Delivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.annotation.IdempotentReceiver;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.support.MessageBuilder;
import redis.clients.jedis.RedisClient;

/** Ships each order in a file once. The file has an order on each line, and may grow. */
@Configuration
@EnableIntegration
public class Shipping {

    @Bean
    ClaimsSelector distinctOrders(BloomFilter<String> seen) {
        return new ClaimsSelector(
                seen, message -> (String) message.getPayload(), Delivery.ofHeader("orders.txt", "line"));
    }

    @Bean
    ClaimsReceiverInterceptor once(ClaimsSelector distinctOrders) {
        ClaimsReceiverInterceptor once = new ClaimsReceiverInterceptor(distinctOrders);
        once.setDiscardChannelName("nullChannel");
        return once;
    }

    @ServiceActivator(inputChannel = "orders")
    @IdempotentReceiver("once")
    public void ship(String order) {
        System.out.println("shipping " + order);
    }

    public static void main(String[] args) throws IOException {
        try (RedisClient redis = RedisClient.create(args.length > 1 ? args[1] : "redis://localhost:6379");
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            BloomFilter<String> seen = JedisBloom.on(redis)
                    .open(
                            FilterSpec.named("shipped")
                                    .capacity(1_000_000)
                                    .falsePositiveRate(1e-9)
                                    .build(),
                            Elements.strings());
            context.registerBean("seen", BloomFilter.class, () -> seen);
            context.register(Shipping.class);
            context.refresh();
            MessageChannel orders = context.getBean("orders", MessageChannel.class);
            long line = 0;
            for (String order : Files.readAllLines(Path.of(args[0]))) {
                orders.send(MessageBuilder.withPayload(order)
                        .setHeader("line", line++)
                        .build());
            }
        }
    }
}
