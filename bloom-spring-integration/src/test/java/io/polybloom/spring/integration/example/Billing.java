package io.polybloom.spring.integration.example;

import io.polybloom.spring.integration.BloomMetadataStore;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.annotation.IdempotentReceiver;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.messaging.Message;

@Configuration
@EnableIntegration
public class Billing {

    final List<String> billed = new ArrayList<>();

    @Bean
    IdempotentReceiverInterceptor onceAtMost(BloomMetadataStore store) {
        IdempotentReceiverInterceptor onceAtMost = new IdempotentReceiverInterceptor(
                new MetadataStoreSelector(message -> message.getHeaders().get("orderId", String.class), store));
        onceAtMost.setDiscardChannelName("nullChannel");
        return onceAtMost;
    }

    @ServiceActivator(inputChannel = "bills")
    @IdempotentReceiver("onceAtMost")
    public void bill(Message<String> order) {
        billed.add(order.getPayload());
    }
}
