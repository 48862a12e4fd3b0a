package io.polybloom.spring.integration.example;

import io.polybloom.BloomFilter;
import io.polybloom.spring.integration.ClaimsReceiverInterceptor;
import io.polybloom.spring.integration.ClaimsSelector;
import io.polybloom.spring.integration.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.annotation.IdempotentReceiver;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.messaging.Message;

@Configuration
@EnableIntegration
public class Shipping {

    final List<String> shipped = new ArrayList<>();

    @Bean
    ClaimsSelector distinctOrders(BloomFilter<String> seen) {
        return new ClaimsSelector(
                seen, message -> message.getHeaders().get("orderId", String.class), Delivery.ofKafka());
    }

    @Bean
    ClaimsReceiverInterceptor once(ClaimsSelector distinctOrders) {
        ClaimsReceiverInterceptor once = new ClaimsReceiverInterceptor(distinctOrders);
        once.setDiscardChannelName("nullChannel");
        return once;
    }

    @ServiceActivator(inputChannel = "orders")
    @IdempotentReceiver("once")
    public void ship(Message<String> order) {
        shipped.add(order.getPayload());
    }
}
