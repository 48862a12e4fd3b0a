package io.polybloom.spring.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.memory.InMemoryBloom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.SpringVersion;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.core.MessageSelector;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.integration.transaction.PseudoTransactionManager;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessagingException;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An idempotent receiver of each kind in a real context, on each version that is served. */
class ReceiverTest {

    private final InMemoryBloom filters = InMemoryBloom.create();
    private final BloomFilter<String> filter = filters.open(
            FilterSpec.named("orders").capacity(1_000).falsePositiveRate(1e-9).build(), Elements.strings());
    private final ClaimsSelector claims =
            new ClaimsSelector(filter, ReceiverTest::body, Delivery.ofHeader("orders", "line"));
    private final BloomMetadataStore store = new BloomMetadataStore(filter);

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private IdempotentReceiverInterceptor interceptor;
    private final List<String> processed = new ArrayList<>();
    private final Set<String> failing = new HashSet<>();

    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    static class Flows {

        @Bean
        IdempotentReceiverInterceptor once(ReceiverTest test) {
            return test.interceptor;
        }

        @Bean
        IntegrationFlow orders(IdempotentReceiverInterceptor once, ReceiverTest test) {
            return IntegrationFlow.from("in")
                    .handle(String.class, (body, headers) -> body, endpoint -> endpoint.advice(once))
                    .handle(test::process)
                    .get();
        }
    }

    private void start(IdempotentReceiverInterceptor once) {
        once.setDiscardChannelName("nullChannel");
        interceptor = once;
        context.registerBean(ClaimsSelector.class, () -> claims);
        context.registerBean(ReceiverTest.class, () -> this);
        context.register(Flows.class);
        context.refresh();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private void process(Message<?> message) {
        String body = body(message);
        if (failing.contains(body)) {
            throw new IllegalStateException("failing");
        }
        processed.add(body);
    }

    private static String body(Message<?> message) {
        return (String) message.getPayload();
    }

    private void send(long delivery, String body) {
        context.getBean("in", MessageChannel.class)
                .send(MessageBuilder.withPayload(body)
                        .setHeader("line", delivery)
                        .build());
    }

    @Test
    void runsOnTheVersionThatIsMeant() {
        String version = System.getProperty("spring-integration.version");
        String jar = MessageSelector.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        assertTrue(jar.contains(version), version + " in " + jar);
        assertEquals(
                version.startsWith("6") ? "6" : "7",
                String.valueOf(SpringVersion.getVersion()).substring(0, 1));
    }

    @Test
    void aStoreDropsWhatItHasSeenAndLosesWhatFails() {
        start(new IdempotentReceiverInterceptor(new MetadataStoreSelector(ReceiverTest::body, store)));
        send(1, "a");
        send(2, "a");
        failing.add("b");
        assertThrows(MessagingException.class, () -> send(3, "b"));
        failing.clear();
        send(3, "b");
        assertEquals(List.of("a"), processed);
    }

    @Test
    void claimsDropWhatWasProcessedAndRepeatWhatFails() {
        start(new ClaimsReceiverInterceptor(claims));
        send(1, "a");
        send(2, "a");
        failing.add("b");
        assertThrows(MessagingException.class, () -> send(3, "b"));
        send(4, "c");
        assertEquals(1, claims.open());
        assertEquals(2, filter.claims("orders").unsettled(), "nothing at or after the failed one is settled");
        failing.clear();
        send(3, "b");
        send(3, "b");
        send(5, "b");
        assertEquals(List.of("a", "c", "b"), processed);
        assertEquals(0, claims.open());
        assertEquals(0, filter.claims("orders").unsettled());
    }

    /** Another consumer has processed it meanwhile. */
    @Test
    void aMessageThatHasFailedIsForgottenWithItsPartition() {
        start(new ClaimsReceiverInterceptor(claims));
        failing.add("a");
        assertThrows(MessagingException.class, () -> send(1, "a"));
        claims.forget("orders");
        assertEquals(0, claims.open());
        send(2, "b");
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @Test
    void inATransactionAMessageIsDoneWhenItIsCommitted() {
        start(new ClaimsReceiverInterceptor(claims));
        TransactionTemplate transaction = new TransactionTemplate(new PseudoTransactionManager());
        transaction.executeWithoutResult(status -> {
            send(1, "a");
            status.setRollbackOnly();
        });
        assertEquals(1, claims.open(), "rolled back, so it is delivered again");
        transaction.executeWithoutResult(status -> {
            send(1, "a");
            assertEquals(1, filter.claims("orders").unsettled(), "not committed yet");
        });
        assertEquals(List.of("a", "a"), processed);
        assertEquals(0, claims.open());
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @Test
    void aClaimThatCannotBeSettledIsNoFailureOfItsMessage() {
        AtomicBoolean settlingFails = new AtomicBoolean();
        ClaimsSelector unsettled = new ClaimsSelector(
                FailingClaims.of(filter, settlingFails), ReceiverTest::body, Delivery.ofHeader("orders", "line"));
        start(new ClaimsReceiverInterceptor(unsettled));
        settlingFails.set(true);
        send(1, "a");
        assertEquals(1, filter.claims("orders").unsettled());
        TransactionTemplate transaction = new TransactionTemplate(new PseudoTransactionManager());
        settlingFails.set(true);
        transaction.executeWithoutResult(status -> {
            send(2, "b");
            send(3, "c");
        });
        assertEquals(List.of("a", "b", "c"), processed);
        assertEquals(0, unsettled.open());
        assertEquals(0, filter.claims("orders").unsettled());
    }

    /** Spring goes through the synchronizations that are there at the commit. */
    @Test
    void aMessageThatIsHandledAfterACommitIsDone() {
        start(new ClaimsReceiverInterceptor(claims));
        new TransactionTemplate(new PseudoTransactionManager()).executeWithoutResult(status -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    send(1, "a");
                }
            });
        });
        assertEquals(List.of("a"), processed);
        assertEquals(0, claims.open());
    }

    @Test
    void aFlowThatGoesOnElsewhereSaysItselfWhatIsDone() {
        ClaimsReceiverInterceptor once = new ClaimsReceiverInterceptor(claims);
        once.setDoneOnReturn(false);
        start(once);
        send(1, "a");
        assertEquals(1, claims.open());
        claims.done(MessageBuilder.withPayload("other").setHeader("line", 1L).build());
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @Test
    void theEndOfTheContextSettles() {
        ClaimsSelector rarely =
                new ClaimsSelector(filter, ReceiverTest::body, Delivery.ofHeader("orders", "line"), 100);
        Message<String> message =
                MessageBuilder.withPayload("a").setHeader("line", 1).build();
        context.registerBean("rarely", ClaimsSelector.class, () -> rarely);
        context.refresh();
        assertTrue(context.getBean("rarely", ClaimsSelector.class).accept(message));
        rarely.done(message);
        assertEquals(1, filter.claims("orders").unsettled());
        context.close();
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @Test
    void theDeliveryOfARecordOfKafkaIsItsOffset() {
        Message<String> message = MessageBuilder.withPayload("a")
                .copyHeaders(
                        Map.of("kafka_receivedTopic", "orders", "kafka_receivedPartitionId", 3, "kafka_offset", 7L))
                .build();
        assertEquals(new Delivery("orders-3", 7), Delivery.ofKafka().apply(message));
        assertEquals(
                new Delivery("shipping@eu/orders-3", 7),
                Delivery.ofKafka("shipping@eu").apply(message));
    }

    @Test
    void aMessageWithoutADeliveryFails() {
        start(new ClaimsReceiverInterceptor(claims));
        Exception failure = assertThrows(
                Exception.class,
                () -> context.getBean("in", MessageChannel.class)
                        .send(MessageBuilder.withPayload("a").build()));
        assertTrue(String.valueOf(failure.getCause().getMessage()).contains("no header line"), failure.toString());
        assertFalse(filter.mightContain("a"));
    }

    @Test
    void aStoreRefusesWhatAFilterCannotKnow() {
        assertNull(store.putIfAbsent("a", "1"));
        assertEquals("seen", store.putIfAbsent("a", "2"));
        assertThrows(UnsupportedOperationException.class, () -> store.get("a"));
        assertThrows(UnsupportedOperationException.class, () -> store.put("a", "1"));
        assertThrows(UnsupportedOperationException.class, () -> store.remove("a"));
        assertThrows(UnsupportedOperationException.class, () -> store.replace("a", "1", "2"));
        MetadataStoreSelector comparing =
                new MetadataStoreSelector(ReceiverTest::body, store).compareValues((before, now) -> true);
        assertThrows(
                UnsupportedOperationException.class,
                () -> comparing.accept(MessageBuilder.withPayload("a").build()));
    }

    @Test
    void claimsNeedAFilterThatCanClaim() {
        BloomFilter<String> counting = filters.openRemovable(
                FilterSpec.named("counting")
                        .capacity(10)
                        .layout(Layouts.COUNTING)
                        .build(),
                Elements.strings());
        assertThrows(
                IllegalArgumentException.class,
                () -> new ClaimsSelector(counting, ReceiverTest::body, Delivery.ofKafka()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ClaimsSelector(filter, ReceiverTest::body, Delivery.ofKafka(), 0));
    }
}
