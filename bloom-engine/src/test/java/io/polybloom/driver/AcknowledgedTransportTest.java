package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Iterables;
import io.polybloom.Acknowledgement;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgedTransportTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("clicks").capacity(20_000).partitions(4).build();

    private static final FilterOptions OPTIONS = FilterOptions.defaults().acknowledgedBy(2, Duration.ofMillis(500));

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void whatEnoughReplicasHaveIsDone() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC, OPTIONS);
        assertTrue(filter.add("a"));
        assertFalse(filter.add("a"));
        assertEquals(1_000, filter.addAll(TestFilters.words(1_000)).length);
        assertTrue(filter.mightContain("a"));
        assertAsksWhetherReplicasAreCounted(redis.batches.remove(0));
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
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC, OPTIONS);
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
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC, OPTIONS);
        filter.add("a");
        redis.replicas = 0;
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.mightContain("b"));
    }

    @Test
    void aWaitWithoutAnswerLeavesTheWritesUnknown() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC, OPTIONS);
        redis.cut(Verb.WAIT);
        BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
        assertEquals(Reason.NO_ANSWER, failure.reason());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void anErrorInPlaceOfAWriteStaysWhatItIs() {
        redis.replicas = 0;
        FilterSpec existing = FilterSpec.named("clicks").capacity(20_000).build();
        redis.answerInstead = command -> command.isWrite() ? Reply.Failure.ofServer("OOM no memory", null) : null;
        FilterSpec asking = FilterSpec.named(existing.name()).capacity(20_000).build();
        FilterOptions options = FilterOptions.defaults().acknowledgedBy(1, Duration.ofMillis(1));
        BackendException failure = assertThrows(BackendException.class, () -> TestFilters.open(redis, asking, options));
        assertEquals(Reason.OUT_OF_MEMORY, failure.reason());
        assertFalse(failure.mayHaveBeenApplied());
    }

    @Test
    void aTransportThatFollowsRedirectsIsRefused() {
        BlockingBloomFilters elsewhere = new BlockingBloomFilters(batch -> () -> Collections.emptyList());
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> elsewhere.open(SPEC, TestFilters.TEXT, OPTIONS));
        assertTrue(assertInstanceOf(String.class, refused.getMessage()).contains("acknowledgedBy"));
    }

    @Test
    void theNumberOfReplicasAndTheTimeHaveLimits() {
        assertThrows(IllegalArgumentException.class, () -> new Acknowledgement(0, Duration.ofSeconds(1), false));
        assertThrows(IllegalArgumentException.class, () -> new Acknowledgement(0, Duration.ofSeconds(1), true));
        assertThrows(IllegalArgumentException.class, () -> new Acknowledgement(1, Duration.ZERO, false));
        assertThrows(IllegalArgumentException.class, FilterOptions.defaults()::persisted);
    }

    @Test
    void anAddOfAnOldElementIsPropagatedAndChangesNothing() {
        redis.replicas = 2;
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC, OPTIONS);
        filter.add("a");
        Map<String, String> before = redis.snapshot();
        redis.batches.clear();
        assertFalse(filter.add("a"));
        assertEquals(before, redis.snapshot());
        List<Command> commands = redis.batches.get(0).commands();
        assertEquals(2, commands.size());
        String text = words(commands.get(0));
        assertTrue(text.matches("INCRBY u1 ([0-9]+) 1 INCRBY u1 \\1 1 GET .* SET u1 \\1 1.*"), text);
    }

    private static void assertAsksWhetherReplicasAreCounted(Batch batch) {
        assertEquals(1, batch.size());
        assertEquals(Verb.WAIT, batch.commands().get(0).verb());
        assertEquals("0", new String(batch.commands().get(0).words()[0], StandardCharsets.US_ASCII));
    }

    @Test
    void whatIsNotABitfieldEndsWithASetThatExpiresAtOnce() {
        redis.replicas = 2;
        TestFilters.open(redis, SPEC, OPTIONS).delete();
        assertAsksWhetherReplicasAreCounted(redis.batches.remove(0));
        for (Batch batch : redis.batches) {
            List<Command> commands = batch.commands();
            if (commands.get(commands.size() - 1).verb() == Verb.WAIT) {
                Command before = commands.get(commands.size() - 2);
                assertEquals(Verb.SET, before.verb(), batch.toString());
                assertTrue(new String(before.key(), StandardCharsets.UTF_8).endsWith(":ack"), before.toString());
                assertEquals(" PX 1", words(before));
            }
        }
    }

    /** The offset of its own connection would not move, so WAIT would count every replica. */
    @Test
    void aRefusedSetAcknowledgesNothing() {
        List<Reply> replies = List.of(new Reply.Int(1), Reply.Failure.ofServer("OOM", null), new Reply.Int(1));
        Reply.Failure failure = assertInstanceOf(
                Reply.Failure.class,
                over(new Fixed(true, replies)).send(write()).get(0));
        assertEquals("OOM", failure.serverError());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void readsThatMayAnswerAWriteWaitAndOthersDoNot() {
        Batch read = new Batch(0, 0, List.of(Command.reading(Verb.GETRANGE, new byte[] {'k'})));
        List<Reply> unacknowledged = List.of(new Reply.Int(1), new Reply.Nil(), new Reply.Int(0));
        AcknowledgedTransport<List<Reply>> transport = over(new Fixed(true, unacknowledged));
        assertEquals(unacknowledged, transport.send(read));
        assertInstanceOf(
                Reply.Failure.class, transport.send(read.answeringWrite()).get(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theConfigIsAcknowledgedWhereOtherKeysMayBeElsewhere(boolean oneServer) {
        Batch config =
                new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(Command.reading(Verb.HGETALL, new byte[] {'k'})));
        MemoryRedis servers = new MemoryRedis(oneServer ? 1 : 2);
        Transport<InFlight> joining = new Joining(servers);
        AcknowledgedTransport.over(
                        joining,
                        new Acknowledgement(1, Duration.ofSeconds(1), false),
                        (answer, reading) -> () -> reading.apply(answer.await()))
                .send(config);
        assertEquals(oneServer ? 1 : 3, servers.batches.get(0).size());
    }

    /** One server, or several that take commands for any slot. */
    private record Joining(MemoryRedis redis) implements Transport<InFlight> {
        @Override
        public InFlight send(Batch batch) {
            return redis.send(batch);
        }

        @Override
        public int servers() {
            return redis.servers();
        }

        @Override
        public boolean joinsSlots() {
            return true;
        }

        @Override
        public Transport<InFlight> acknowledging() {
            return this;
        }
    }

    @Test
    void aPersistedWriteMustBeOnTheDiskOfThePrimaryAndOfTheReplicas() {
        FilterSpec spec = FilterSpec.named("clicks").capacity(20_000).build();
        FilterOptions options = FilterOptions.defaults()
                .acknowledgedBy(1, Duration.ofSeconds(2))
                .persisted();
        UnsupportedFilterException refused =
                assertThrows(UnsupportedFilterException.class, () -> TestFilters.open(redis, spec, options));
        assertTrue(refused.getMessage().contains("WAITAOF"), refused.getMessage());
        assertEquals(Map.of(), redis.snapshot());
        redis.onDisk = new Reply.Ints(new long[] {1, 1});
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec, options);
        assertTrue(filter.add("a"));
        Command last = Iterables.getLast(Iterables.getLast(redis.batches).commands());
        assertEquals("1 1 2000", words(last));
        redis.onDisk = new Reply.Ints(new long[] {0, 1});
        BackendException onPrimary = assertThrows(BackendException.class, () -> filter.add("a"));
        assertTrue(onPrimary.getMessage().contains("on disk"), onPrimary.getMessage());
        redis.onDisk = new Reply.Ints(new long[] {1, 0});
        assertEquals(
                Reason.NOT_ACKNOWLEDGED,
                assertThrows(BackendException.class, () -> filter.add("a")).reason());
    }

    private static String words(Command command) {
        List<String> words = new ArrayList<>();
        for (byte[] word : command.arguments()) {
            words.add(new String(word, StandardCharsets.US_ASCII));
        }
        return String.join(" ", words);
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
        return new Batch(0, 0, List.of(new Command(Verb.UNLINK, new byte[] {'k'})));
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
