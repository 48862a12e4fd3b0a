package io.polybloom.camel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.layout.Layouts;
import io.polybloom.memory.InMemoryBloom;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each combination of a repository and the options of an idempotent consumer, on a real Camel. */
class RepositoryTest {

    private final InMemoryBloom filters = InMemoryBloom.create();
    private final BloomFilter<String> filter = filters.open(spec("plain").build(), Elements.strings());
    private final RemovableBloomFilter<String> counting =
            filters.openRemovable(spec("counting").layout(Layouts.COUNTING).build(), Elements.strings());
    private final CamelContext camel = new DefaultCamelContext();

    private final List<String> processed = new ArrayList<>();
    private final Set<String> failing = new HashSet<>();
    private final Set<String> handled = new HashSet<>();
    private final Set<String> failingToCommit = new HashSet<>();

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1_000).falsePositiveRate(1e-9);
    }

    @AfterEach
    void stop() throws Exception {
        camel.close();
    }

    private void start(IdempotentRepository repository, UnaryOperator<IdempotentConsumerDefinition> options)
            throws Exception {
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(IllegalArgumentException.class).handled(true);
                options.apply(from("direct:in").routeId("orders").idempotentConsumer(body(), repository))
                        .process(RepositoryTest.this::process);
            }
        });
        camel.start();
    }

    private void process(Exchange exchange) {
        String body = exchange.getMessage().getBody(String.class);
        if (failing.contains(body)) {
            throw new IllegalStateException("failing");
        }
        if (handled.contains(body)) {
            throw new IllegalArgumentException("handled");
        }
        processed.add(body);
        if (failingToCommit.contains(body)) {
            exchange.getUnitOfWork().addSynchronization(new FailingCommit());
        }
    }

    /** Does as the producer of Kafka's component does with a transaction that cannot be committed. */
    private static final class FailingCommit extends SynchronizationAdapter {

        @Override
        public void onComplete(Exchange exchange) {
            exchange.setException(new IllegalStateException("not committed"));
        }
    }

    private void send(long delivery, String body) {
        camel.createFluentProducerTemplate()
                .to("direct:in")
                .withBody(body)
                .withHeader("line", delivery)
                .withHeader("kafka.TOPIC", "orders")
                .withHeader("kafka.PARTITION", 3)
                .withHeader("kafka.OFFSET", delivery)
                .send();
    }

    @Test
    void runsOnTheVersionThatIsMeant() {
        assertEquals(System.getProperty("camel.version"), camel.getVersion());
    }

    private ClaimsIdempotentRepository claims() {
        return new ClaimsIdempotentRepository(filter, Delivery.ofHeader("orders", "line"));
    }

    @Test
    void withClaimsAFailedDeliveryIsNewAgainAndAnotherOneIsADuplicate() throws Exception {
        ClaimsIdempotentRepository repository = claims();
        start(repository, options -> options);
        failing.add("a");
        send(1, "a");
        send(2, "a");
        send(3, "b");
        assertEquals(List.of("b"), processed);
        assertEquals(1, repository.open());
        assertEquals(2, filter.claims("orders").unsettled(), "nothing after the failed one is settled");
        failing.clear();
        send(1, "a");
        send(1, "a");
        assertEquals(List.of("b", "a"), processed);
        assertEquals(0, repository.open());
        assertEquals(0, filter.claims("orders").unsettled());
    }

    /** Another consumer has processed it meanwhile. */
    @Test
    void aDeliveryThatHasFailedIsForgottenWithItsPartition() throws Exception {
        ClaimsIdempotentRepository repository = claims();
        start(repository, options -> options);
        failing.add("a");
        send(1, "a");
        repository.forget("orders");
        assertEquals(0, repository.open());
        send(2, "b");
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @Test
    void withClaimsAFailureThatIsHandledIsDone() throws Exception {
        ClaimsIdempotentRepository repository = claims();
        start(repository, options -> options);
        handled.add("a");
        send(1, "a");
        assertEquals(0, repository.open());
        assertEquals(0, filter.claims("orders").unsettled());
        handled.clear();
        send(1, "a");
        assertEquals(List.of(), processed);
    }

    @Test
    void withClaimsAMessageWhoseTransactionIsNotCommittedIsNewAgain() throws Exception {
        ClaimsIdempotentRepository repository = claims();
        start(repository, options -> options);
        isProcessedAgainUnlessCommitted();
        assertEquals(0, repository.open());
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @Test
    void withALookUpFirstAMessageWhoseTransactionIsNotCommittedIsNewAgain() throws Exception {
        start(new BloomIdempotentRepository(filter), options -> options.eager(false));
        isProcessedAgainUnlessCommitted();
    }

    @Test
    void aCountingFilterForgetsAMessageWhoseTransactionIsNotCommitted() throws Exception {
        start(new BloomIdempotentRepository(counting), options -> options);
        isProcessedAgainUnlessCommitted();
    }

    private void isProcessedAgainUnlessCommitted() {
        failingToCommit.add("a");
        send(1, "a");
        failingToCommit.clear();
        send(1, "a");
        send(2, "a");
        assertEquals(List.of("a", "a"), processed);
    }

    @Test
    void duplicatesThatAreNotSkippedAreMarked() throws Exception {
        start(claims(), options -> options.skipDuplicate(false));
        send(1, "a");
        failing.add("a");
        send(2, "a");
        failing.clear();
        send(2, "a");
        assertEquals(List.of("a", "a"), processed);
        assertEquals(0, filter.claims("orders").unsettled());
    }

    @ParameterizedTest
    @CsvSource({"kafka.TOPIC, kafka.PARTITION, kafka.OFFSET", "CamelKafkaTopic, CamelKafkaPartition, CamelKafkaOffset"})
    void theDeliveryOfARecordOfKafkaIsItsOffset(String topic, String partition, String offset) {
        Exchange exchange = new DefaultExchange(camel);
        exchange.getMessage().setHeaders(Map.of(topic, "orders", partition, 3, offset, 9_007_199_254_740_993L));
        assertEquals(
                new Delivery("orders-3", 9_007_199_254_740_993L),
                Delivery.ofKafka().apply(exchange));
        assertEquals(
                new Delivery("shipping@eu/orders-3", 9_007_199_254_740_993L),
                Delivery.ofKafka("shipping@eu").apply(exchange));
    }

    @Test
    void anExchangeWithoutADeliveryFails() throws Exception {
        start(new ClaimsIdempotentRepository(filter, Delivery.ofSplit("orders")), options -> options);
        Exchange out = camel.createFluentProducerTemplate()
                .to("direct:in")
                .withBody("a")
                .send();
        assertTrue(
                out.getException().getMessage().contains(Exchange.SPLIT_INDEX),
                out.getException().getMessage());
        assertEquals(List.of(), processed);
        assertFalse(filter.mightContain("a"));
    }

    @Test
    void addThenProcessLosesWhatFails() throws Exception {
        start(new BloomIdempotentRepository(filter), options -> options.removeOnFailure(false));
        failing.add("a");
        send(1, "a");
        failing.clear();
        send(1, "a");
        assertEquals(List.of(), processed);
    }

    @Test
    void lookUpProcessAddRepeatsWhatFails() throws Exception {
        start(new BloomIdempotentRepository(filter), options -> options.eager(false));
        failing.add("a");
        send(1, "a");
        failing.clear();
        send(1, "a");
        send(1, "a");
        assertEquals(List.of("a"), processed);
    }

    @Test
    void aCountingFilterForgetsWhatFails() throws Exception {
        start(new BloomIdempotentRepository(counting), options -> options);
        failing.add("a");
        send(1, "a");
        assertFalse(counting.mightContain("a"));
        failing.clear();
        send(1, "a");
        failing.add("a");
        send(1, "a");
        assertTrue(counting.mightContain("a"), "a duplicate removes nothing");
        assertEquals(List.of("a"), processed);
    }

    /** Else the filter would count a key for each duplicate, and keep it when the only message that holds it fails. */
    @Test
    void aCountingFilterCountsAKeyOnce() throws Exception {
        BloomIdempotentRepository repository = new BloomIdempotentRepository(counting);
        assertTrue(repository.add("a"));
        for (int i = 0; i < 20; i++) {
            assertFalse(repository.add("a"));
        }
        assertTrue(repository.remove("a"));
        assertFalse(repository.contains("a"));
        assertFalse(repository.remove("a"), "nothing is taken from other keys");
    }

    /** The other consumer adds the same key after this one has found it absent. */
    @Test
    void aKeyThatAnotherConsumerAddsAtTheSameMomentIsCountedOnce() {
        BloomIdempotentRepository other = new BloomIdempotentRepository(counting);
        BloomIdempotentRepository repository =
                new BloomIdempotentRepository(Meanwhile.afterLookUp(counting, () -> assertTrue(other.add("a"))));
        assertFalse(repository.add("a"));
        assertTrue(other.remove("a"));
        assertFalse(counting.mightContain("a"));
    }

    @Test
    void duplicatesOfACountingFilterThatFailRemoveNothing() throws Exception {
        start(new BloomIdempotentRepository(counting), options -> options.skipDuplicate(false));
        send(1, "a");
        failing.add("a");
        send(2, "a");
        assertTrue(counting.mightContain("a"));
    }

    @Test
    void clearForgetsEverything() throws Exception {
        ClaimsIdempotentRepository repository = claims();
        start(repository, options -> options);
        send(1, "a");
        repository.clear();
        send(2, "a");
        assertEquals(List.of("a", "a"), processed);
    }

    @Test
    void aRouteThatWouldRemoveFromAFilterThatCannotIsRefused() {
        refused(new BloomIdempotentRepository(filter), options -> options, "removeOnFailure(false)");
    }

    @ParameterizedTest
    @CsvSource({"false, true, leave eager at true", "true, false, leave removeOnFailure at true"})
    void aRouteThatDoesNotFitClaimsIsRefused(boolean eager, boolean remove, String reason) {
        refused(claims(), options -> options.eager(eager).removeOnFailure(remove), reason);
    }

    private void refused(
            IdempotentRepository repository, UnaryOperator<IdempotentConsumerDefinition> options, String reason) {
        Exception refused = assertThrows(Exception.class, () -> start(repository, options));
        assertTrue(refused.getMessage().contains("Route orders cannot use"), refused.getMessage());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void anEndpointIsRefusedUnlessTheFilterCounts(@TempDir Path directory) throws Exception {
        for (IdempotentRepository repository : List.of(claims(), new BloomIdempotentRepository(filter))) {
            Exception refused = assertThrows(Exception.class, () -> startFile(repository, directory.toString()));
            assertTrue(refused.getMessage().contains("idempotentConsumer in the route"), refused.getMessage());
            camel.removeRoute("files");
        }
        startFile(new BloomIdempotentRepository(counting), directory.toString());
    }

    private void startFile(IdempotentRepository repository, String directory) throws Exception {
        camel.getRegistry().bind("seen", repository);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + directory + "?idempotent=true&idempotentRepository=#seen")
                        .routeId("files")
                        .to("log:files");
            }
        });
        camel.start();
    }

    @Test
    void claimsNeedAnExchangeAndAFilterThatCanClaim() {
        ClaimsIdempotentRepository repository = claims();
        assertThrows(UnsupportedOperationException.class, () -> repository.add("a"));
        assertThrows(UnsupportedOperationException.class, () -> repository.remove("a"));
        assertThrows(UnsupportedOperationException.class, () -> repository.confirm("a"));
        assertThrows(
                IllegalArgumentException.class, () -> new ClaimsIdempotentRepository(counting, Delivery.ofKafka()));
        assertThrows(
                IllegalArgumentException.class, () -> new ClaimsIdempotentRepository(filter, Delivery.ofKafka(), 0));
        assertThrows(UnsupportedOperationException.class, () -> new BloomIdempotentRepository(filter).remove("a"));
    }
}
