package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.Acknowledgement;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.PartialBulkException;
import io.polybloom.TestFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgedTransportTest {

    private static final FilterSpec SPEC = FilterSpec.named("clicks")
            .capacity(20_000)
            .partitions(4)
            .acknowledgedBy(2, Duration.ofMillis(500))
            .build();

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void whatEnoughReplicasHaveIsDone() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        assertTrue(filter.add("a"));
        assertFalse(filter.add("a"));
        assertEquals(1_000, filter.addAll(TestFilters.words(1_000)).length);
        assertTrue(filter.mightContain("a"));
        for (Batch batch : redis.batches) {
            Command last = batch.commands().get(batch.size() - 1);
            assertEquals(batch.isWrite(), last.verb() == Verb.WAIT, batch.toString());
            if (batch.isWrite()) {
                assertEquals("2", new String(last.words()[0], StandardCharsets.US_ASCII));
                assertEquals("500", new String(last.words()[1], StandardCharsets.US_ASCII));
                assertEquals(2, last.words().length, "no key on the wire");
            }
        }
    }

    @Test
    void whatTooFewReplicasHaveFailsAndMayHaveBeenApplied() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        redis.replicas = 1;
        BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
        assertEquals(Reason.NOT_ACKNOWLEDGED, failure.reason());
        assertTrue(failure.mayHaveBeenApplied());
        assertTrue(failure.getMessage().contains("1 of 2 replicas"), failure.getMessage());
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> filter.addAll(TestFilters.words(10)));
        assertEquals(Set.of(ElementOutcome.UNKNOWN), Set.copyOf(partial.outcomes()));
        assertThrows(BackendException.class, () -> filter.load(List.of("b"), taken -> {}));
        assertThrows(BackendException.class, filter::clear);
    }

    @Test
    void lookUpsWaitForNobody() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        filter.add("a");
        redis.replicas = 0;
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.mightContain("b"));
    }

    @Test
    void aWaitWithoutAnswerLeavesTheWritesUnknown() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        redis.answerInstead = command ->
                command.verb() == Verb.WAIT ? Reply.Failure.noAnswer(new IllegalStateException("cut")) : null;
        BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
        assertEquals(Reason.NO_ANSWER, failure.reason());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void anErrorInPlaceOfAWriteStaysWhatItIs() {
        redis.replicas = 0;
        FilterSpec existing = FilterSpec.named("clicks").capacity(20_000).build();
        redis.answerInstead = command -> command.isWrite() ? Reply.Failure.ofServer("OOM no memory", null) : null;
        FilterSpec asking = FilterSpec.named(existing.name())
                .capacity(20_000)
                .acknowledgedBy(1, Duration.ofMillis(1))
                .build();
        BackendException failure = assertThrows(BackendException.class, () -> TestFilters.open(redis, asking));
        assertEquals(Reason.OUT_OF_MEMORY, failure.reason());
        assertFalse(failure.mayHaveBeenApplied());
    }

    @Test
    void aTransportThatFollowsRedirectsIsRefused() {
        BlockingBloomFilters elsewhere = new BlockingBloomFilters(batch -> () -> Collections.emptyList());
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> elsewhere.open(SPEC, TestFilters.TEXT));
        assertTrue(assertInstanceOf(String.class, refused.getMessage()).contains("acknowledgedBy"));
    }

    @Test
    void theNumberOfReplicasAndTheTimeHaveLimits() {
        assertThrows(IllegalArgumentException.class, () -> new Acknowledgement(0, Duration.ofSeconds(1), false));
        assertThrows(IllegalArgumentException.class, () -> new Acknowledgement(-1, Duration.ofSeconds(1), true));
        assertThrows(IllegalArgumentException.class, () -> new Acknowledgement(1, Duration.ZERO, false));
        assertEquals(0, new Acknowledgement(0, Duration.ofSeconds(1), true).replicas());
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterSpec.named("clicks").capacity(1).persisted().build());
    }

    private static AcknowledgedTransport<List<Reply>> over(Transport<List<Reply>> transport) {
        return AcknowledgedTransport.over(
                transport,
                new Acknowledgement(1, Duration.ofSeconds(1), false),
                (replies, conversion) -> conversion.apply(replies));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheClientCanDoStaysWhatItIs(boolean canDoIt) {
        Transport<List<Reply>> asking = over(new Fixed(canDoIt, List.of()));
        for (Transport<List<Reply>> transport : List.of(asking, asking.forOneStep())) {
            assertEquals(3, transport.servers());
            assertEquals(7, transport.window());
            assertEquals(canDoIt, transport.keepsOrder());
            assertEquals(canDoIt, transport.joinsSlots());
            assertSame(transport, transport.acknowledging());
        }
    }

    /** The reply that is missing may be that of WAIT. */
    @Test
    void aWrongNumberOfRepliesAcknowledgesNothing() {
        List<Reply> known = over(new Fixed(true, List.of(new Reply.Int(1)))).send(write());
        assertEquals(1, known.size());
        assertTrue(assertInstanceOf(Reply.Failure.class, known.get(0)).mayHaveBeenApplied());
    }

    @Test
    void anAnswerThatIsNoNumberAcknowledgesNothing() {
        List<Reply> replies = List.of(new Reply.Int(1), new Reply.Int(1), new Reply.Nil());
        List<Reply> known = over(new Fixed(true, replies)).send(write());
        Reply.Failure failure = assertInstanceOf(Reply.Failure.class, known.get(0));
        assertEquals(1, known.size());
        assertTrue(failure.mayHaveBeenApplied());
        assertTrue(failure.cause().getMessage().contains("0 of 1 replicas"), failure.toString());
    }

    private static Batch write() {
        return new Batch(0, 0, List.of(new Command(Verb.DEL, new byte[] {'k'})));
    }

    /** A client that answers every batch alike. */
    private record Fixed(boolean canDoIt, List<Reply> replies) implements Transport<List<Reply>> {

        @Override
        public List<Reply> send(Batch batch) {
            return replies;
        }

        @Override
        public int servers() {
            return 3;
        }

        @Override
        public int window() {
            return 7;
        }

        @Override
        public boolean keepsOrder() {
            return canDoIt;
        }

        @Override
        public boolean joinsSlots() {
            return canDoIt;
        }

        @Override
        public Transport<List<Reply>> acknowledging() {
            return this;
        }
    }
}
