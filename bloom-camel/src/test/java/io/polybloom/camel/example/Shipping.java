package io.polybloom.camel.example;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.camel.ClaimsIdempotentRepository;
import io.polybloom.camel.Delivery;
import io.polybloom.jedis.JedisBloom;
import org.apache.camel.builder.RouteBuilder;
import redis.clients.jedis.RedisClient;

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
        from("kafka:orders?autoOffsetReset=earliest&breakOnFirstError=true")
                .idempotentConsumer(header("orderId"), new ClaimsIdempotentRepository(orders, Delivery.ofKafka()))
                .to("bean:shipping");
    }
}
