package io.polybloom.camel.example;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.camel.ClaimsIdempotentRepository;
import io.polybloom.camel.Delivery;
import io.polybloom.jedis.JedisBloom;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import redis.clients.jedis.RedisClient;

/** Ships each order once; the value of a record is the number of an order. */
public final class Shipping extends RouteBuilder {

    private final BloomFilter<String> orders;

    public Shipping(RedisClient redis) {
        orders = JedisBloom.on(redis)
                .open(
                        FilterSpec.named("orders")
                                .capacity(1_000_000)
                                .falsePositiveRate(1e-9)
                                .build(),
                        Elements.strings());
    }

    @Override
    public void configure() {
        from("kafka:orders?brokers=localhost:9092&groupId=shipping&autoOffsetReset=earliest&breakOnFirstError=true")
                .idempotentConsumer(body(), new ClaimsIdempotentRepository(orders, Delivery.ofKafka()))
                .to("bean:shipping");
    }

    public static void main(String[] args) throws Exception {
        Processor shipping =
                order -> System.out.println("shipping " + order.getMessage().getBody(String.class));
        Main camel = new Main();
        camel.bind("shipping", shipping);
        camel.configure().addRoutesBuilder(new Shipping(RedisClient.create("redis://localhost:6379")));
        camel.run(args);
    }
}
