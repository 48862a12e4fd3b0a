package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.ConnectionTransport;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FlightTest {

    private static final Reply ONE = new Reply.Int(1);

    private final List<Reply> received = new ArrayList<>();
    private boolean goOn = true;

    @Test
    void keepsOneBatchPerLaneInFlight() {
        Batch first = batch(0, 5);
        Batch second = batch(0, 5);
        Batch third = batch(1, 5);
        Flight flight = flight(8, first, third, second);
        assertSame(first, flight.poll());
        assertSame(third, flight.poll());
        assertNull(flight.poll(), "ordering key 5 of server 0 is busy");
        flight.answered(third, List.of(ONE));
        assertNull(flight.poll());
        flight.answered(first, List.of(ONE));
        assertSame(second, flight.poll());
        assertFalse(flight.isOver());
        flight.answered(second, List.of(ONE));
        assertTrue(flight.isOver());
        assertEquals(List.of(ONE, ONE, ONE), received);
    }

    @Test
    void keepsTheSmallerWindowOfStepAndTransport() {
        Flight flight = flight(2, batch(0, 1), batch(0, 2), batch(0, 3));
        Batch first = flight.poll();
        flight.poll();
        assertNull(flight.poll());
        flight.answered(first, List.of(ONE));
        assertEquals(3, flight.poll().orderingKey());
    }

    @Test
    void preparesTheNextBatchWhileTheWindowIsFull() {
        List<Integer> produced = new ArrayList<>();
        Iterable<Batch> batches = () -> List.of(batch(0, 1), batch(0, 2), batch(0, 3)).stream()
                .peek(batch -> produced.add(batch.orderingKey()))
                .iterator();
        Flight flight = flight(1, transport(1), this::receive, batches.iterator());
        flight.poll();
        assertNull(flight.poll());
        assertTrue(produced.contains(2));
    }

    @Test
    void turnsExceptionsAndIncompleteAnswersIntoFailuresWithUnknownEffect() {
        Batch first = batch(0, 1);
        Flight flight = flight(1, first, batch(0, 2), batch(0, 3), batch(0, 4));
        flight.failed(flight.poll(), new IllegalStateException("broken"));
        flight.answered(flight.poll(), List.of());
        flight.answered(flight.poll(), Collections.singletonList(null));
        flight.answered(flight.poll(), null);
        for (Reply reply : received) {
            assertTrue(assertInstanceOf(Reply.Failure.class, reply).mayHaveBeenApplied());
        }
        assertEquals(4, received.size());
        assertTrue(flight.isOver());
    }

    @Test
    void sendsNoMoreWhenTheReceiverHasEnoughButWaitsForWhatIsInFlight() {
        Batch first = batch(0, 1);
        Batch second = batch(0, 2);
        Flight flight = flight(2, first, second, batch(0, 3));
        flight.poll();
        flight.poll();
        goOn = false;
        flight.answered(first, List.of(ONE));
        assertNull(flight.poll());
        assertFalse(flight.isOver());
        flight.answered(second, List.of(ONE));
        assertTrue(flight.isOver());
    }

    @Test
    void joinsBatchesOfOneServerIfTheTransportLikes() {
        Batch first = batch(0, 1);
        Batch second = batch(0, 2);
        Batch other = batch(1, 3);
        Batch again = batch(1, 3);
        Flight flight = flight(16, joining(1), first, second, other, again);
        Batch whole = flight.poll();
        assertEquals(2, whole.commands().size());
        assertNull(flight.poll());
        flight.answered(whole, List.of(ONE, new Reply.Int(2)));
        assertEquals(List.of(ONE, new Reply.Int(2)), received);
        Batch lone = flight.poll();
        assertEquals(1, lone.commands().size(), "a ordering key does not join itself");
        flight.failed(lone, new IllegalStateException("cut"));
        flight.answered(flight.poll(), List.of(ONE));
        assertTrue(flight.isOver());
        assertEquals(4, received.size());
    }

    @Test
    void joinsHalfOfWhatTheStepAllowsAndSendsTheOtherHalfBehindIt() {
        Batch[] batches =
                IntStream.rangeClosed(1, 7).mapToObj(key -> batch(0, key)).toArray(Batch[]::new);
        Flight flight = flight(6, joining(3), batches);
        Batch first = flight.poll();
        assertEquals(3, first.size());
        assertEquals(3, flight.poll().size());
        assertNull(flight.poll(), "the transport has room, but the step wants no more");
        flight.answered(first, List.of(ONE, ONE, ONE));
        assertEquals(1, flight.poll().size());
    }

    @Test
    void joinsAllThatTheStepAllowsWhereNothingIsSentBehindIt() {
        Flight flight = new Flight(
                new Step.Send<Void>(List.of(batch(0, 1), batch(0, 2)).iterator(), 2, this::receive, () -> null),
                joining(1),
                PrimaryProof.byWait(1));
        assertEquals(2, flight.poll().size());
    }

    @Test
    void aBatchTakesItsShareOfTheWindow() {
        Batch small = batch(0, 1);
        Batch large = batch(0, 2);
        Batch other = batch(0, 3);
        Batch tooLarge = batch(0, 4);
        Map<Batch, Integer> shares = new IdentityHashMap<>(Map.of(large, 3, tooLarge, 9));
        Step.Receiver receiver = new Step.Receiver() {
            @Override
            public boolean receive(Batch batch, List<Reply> replies) {
                return true;
            }

            @Override
            public int share(Batch batch) {
                return shares.getOrDefault(batch, 1);
            }
        };
        Flight flight = flight(
                4,
                transport(4),
                receiver,
                List.of(large, tooLarge, small, other).iterator());
        assertSame(large, flight.poll());
        assertSame(small, flight.poll(), "there is room for it, but not for the one before it");
        assertNull(flight.poll(), "the window is full");
        flight.answered(large, List.of(ONE));
        assertSame(other, flight.poll());
        flight.answered(small, List.of(ONE));
        assertNull(flight.poll(), "it flies alone");
        flight.answered(other, List.of(ONE));
        assertSame(tooLarge, flight.poll());
        flight.answered(tooLarge, List.of(ONE));
        assertTrue(flight.isOver());
    }

    @Test
    void sendsOfALaneWhatMayOvertakeAllThatWasNotAnswered() {
        Batch first = batch(0, 1);
        Batch second = batch(0, 1);
        Batch third = batch(0, 1);
        Flight flight = flight((later, earlier) -> later != second || earlier != first, first, second, third);
        assertSame(first, flight.poll());
        assertSame(third, flight.poll(), "it may overtake both");
        assertNull(flight.poll());
        flight.answered(third, List.of(ONE));
        assertNull(flight.poll());
        flight.answered(first, List.of(ONE));
        assertSame(second, flight.poll());
        flight.answered(second, List.of(ONE));
        assertTrue(flight.isOver());
    }

    @Test
    void whatMustNotOvertakeABatchThatWaitsWaitsBehindIt() {
        Batch first = batch(0, 1);
        Batch second = batch(0, 1);
        Batch third = batch(0, 1);
        Flight flight = flight((later, earlier) -> later == third && earlier == first, first, second, third);
        assertSame(first, flight.poll());
        assertNull(flight.poll(), "the third may overtake the first, but not the second");
    }

    @Test
    void aTransportThatKeepsOrderGetsFourOfALaneAtOnce() {
        List<Batch> lane = Stream.generate(() -> batch(0, 1)).limit(5).toList();
        Transport<InFlight> ordered = new ConnectionTransport(() -> {
            throw new IllegalStateException("not used");
        });
        Flight flight = flight(16, ordered, this::receive, lane.iterator());
        for (Batch batch : lane.subList(0, 4)) {
            assertSame(batch, flight.poll());
        }
        assertNull(flight.poll(), "the lane is full");
    }

    @Test
    void whatWaitsForItsLaneDoesNotHoldUpTheOthers() {
        Batch first = batch(0, 1);
        Batch second = batch(0, 1);
        Batch other = batch(0, 2);
        Flight flight = flight(8, first, second, other);
        assertSame(first, flight.poll());
        assertSame(other, flight.poll());
        assertNull(flight.poll());
        flight.answered(first, List.of(ONE));
        assertSame(second, flight.poll());
    }

    @Test
    void sendsWhatKeepsTheServerBusyBeforeItPreparesMore() {
        List<Integer> produced = new ArrayList<>();
        Iterator<Batch> eight = IntStream.range(0, 8)
                .peek(produced::add)
                .mapToObj(FlightTest::large)
                .iterator();
        Flight flight = flight(16, joining(1), this::receive, eight);
        Batch first = flight.poll();
        assertEquals(1, first.size(), "large ones are not joined");
        assertEquals(List.of(0), produced);
        assertNull(flight.poll());
        assertEquals(List.of(0, 1, 2), produced, "twice as much as is in flight");
        flight.answered(first, List.of(ONE));
        Batch second = flight.poll();
        assertEquals(1, second.orderingKey());
        assertEquals(3, produced.size(), "sent before another one is prepared");
        for (Batch sent = second; sent != null; sent = flight.poll()) {
            flight.answered(sent, List.of(ONE));
        }
        assertTrue(flight.isOver());
        assertEquals(8, received.size());
    }

    @Test
    void asksForABatchThatRunsCodeOfTheCallerOnlyWhenNothingIsInFlight() {
        List<Integer> produced = new ArrayList<>();
        Step.Receiver receiver = new Step.Receiver() {
            @Override
            public boolean receive(Batch batch, List<Reply> replies) {
                return FlightTest.this.receive(batch, replies);
            }

            @Override
            public boolean runsCallersCode() {
                return true;
            }
        };
        for (Transport<InFlight> transport : List.of(joining(4), transport(4))) {
            produced.clear();
            Iterator<Batch> batches = IntStream.range(0, 3)
                    .peek(produced::add)
                    .mapToObj(key -> batch(0, key))
                    .iterator();
            Flight flight = flight(4, transport, receiver, batches);
            for (int made = 1; made <= 3; made++) {
                Batch sent = flight.poll();
                assertNull(flight.poll());
                assertFalse(flight.isOver());
                assertEquals(made, produced.size());
                flight.answered(sent, List.of(ONE));
            }
            assertTrue(flight.isOver());
        }
    }

    @Test
    void aReadComesAfterTheProofThatAPrimaryAnswersIt() {
        Batch read = new Batch(0, -1, List.of(new Command(Verb.HGETALL, new byte[] {1})));
        Flight flight = flight(1, read);
        Batch sent = flight.poll();
        assertEquals(
                List.of(Verb.WAIT, Verb.HGETALL),
                sent.commands().stream().map(Command::verb).toList());
        assertArrayEquals(new byte[] {1}, sent.commands().get(0).key());
        assertEquals(List.of("0", "0"), arguments(sent.commands().get(0)));
        flight.answered(sent, List.of(new Reply.Int(0), new Reply.Many(List.of())));
        assertEquals(List.of(new Reply.Many(List.of())), received);
        assertTrue(flight.isOver());
    }

    @Test
    void nothingCountsThatWasReadWithoutTheProof() {
        Batch batch = new Batch(
                0, -1, List.of(new Command(Verb.HSETNX, new byte[] {1}), new Command(Verb.HGETALL, new byte[] {1})));
        Flight flight = flight(1, batch);
        Batch sent = flight.poll();
        Reply.Failure refused = Reply.Failure.ofServer("ERR WAIT cannot be used with replica instances.", null);
        flight.answered(sent, List.of(refused, new Reply.Int(1), new Reply.Many(List.of())));
        assertEquals(List.of(new Reply.Failure(refused.serverError(), null, true), refused), received);
    }

    @Test
    void aFailureOfItsOwnIsKeptWithoutTheProof() {
        Batch batch = batch(0, -1, Verb.HSETNX, Verb.HGETALL);
        Flight flight = flight(1, batch);
        Reply.Failure own = Reply.Failure.ofServer("OOM command not allowed", null);
        Reply.Failure noAnswer = Reply.Failure.noAnswer(null);
        flight.answered(flight.poll(), List.of(new Reply.Bytes(new byte[0]), own, noAnswer));
        assertEquals(List.of(own, noAnswer), received);
    }

    @Test
    void aReadThatFindsNothingDoesNotCountWithoutTheProof() {
        Flight flight = flight(1, batch(0, -1, Verb.BF_INFO));
        Reply.Failure refused = Reply.Failure.ofServer("ERR WAIT cannot be used with replica instances.", null);
        flight.answered(flight.poll(), List.of(refused, Reply.Failure.ofServer("ERR not found", null)));
        assertEquals(List.of(refused), received);
    }

    @Test
    void aReplyThatIsNoNumberIsNoProof() {
        Flight flight = flight(1, batch(0, -1, Verb.HGETALL));
        flight.answered(flight.poll(), List.of(new Reply.Bytes(new byte[0]), new Reply.Many(List.of())));
        assertInstanceOf(Reply.Failure.class, received.get(0));
    }

    @Test
    void aProofIsLeftOutWhereNoneIsNeeded() {
        List<Batch> proven = List.of(
                batch(0, 0, Verb.BITFIELD, Verb.HGETALL),
                batch(0, 1, Verb.BF_INSERT, Verb.BITFIELD_RO),
                batch(0, 2, Verb.HSETNX, Verb.PEXPIRE),
                batch(0, 3, Verb.BITFIELD_RO).fromReplica(),
                batch(0, 4, Verb.GETRANGE, Verb.BITOP).asGroup());
        for (Batch each : proven) {
            assertSame(each, flight(1, each).poll());
        }
        Batch read = batch(0, 0, Verb.HGETALL);
        assertSame(read, flight(1, new Room(1, false, true), read).poll());
    }

    @Test
    void joinedBatchesShareOneProofAndOnlyThoseThatNeedItFailWithoutIt() {
        Batch add = batch(0, 1);
        Batch read = batch(0, -1, Verb.HGETALL);
        Flight flight = flight(16, joining(1), add, read);
        Batch sent = flight.poll();
        assertEquals(
                List.of(Verb.WAIT, Verb.BITFIELD, Verb.HGETALL),
                sent.commands().stream().map(Command::verb).toList());
        Reply.Failure refused = Reply.Failure.ofServer("NOPERM no right to run the 'wait' command", null);
        flight.answered(sent, List.of(refused, new Reply.Int(7), new Reply.Many(List.of())));
        Reply.Failure unproven = Reply.Failure.ofServer("NOPROOF " + refused.serverError(), null);
        assertEquals(List.of(new Reply.Int(7), unproven), received);
    }

    /** Rights and hosts change while a client is in use. */
    @Test
    void asksForTheOtherProofAgainAfterOneHasFailed() {
        Reply.Failure noWait = Reply.Failure.ofServer("ERR unknown command 'WAIT'", null);
        Reply.Failure full = Reply.Failure.ofServer("MISCONF unable to persist", null);
        Reply hash = new Reply.Many(List.of());
        PrimaryProof proof = new PrimaryProof();
        assertEquals(
                List.of(Verb.WAIT, Verb.UNLINK, Verb.HGETALL),
                verbs(exchange(proof, List.of(noWait, new Reply.Int(0), hash))));
        assertEquals(List.of(Verb.UNLINK, Verb.HGETALL), verbs(exchange(proof, List.of(full, hash))));
        assertEquals(
                List.of(Verb.WAIT, Verb.UNLINK, Verb.HGETALL),
                verbs(exchange(proof, List.of(new Reply.Int(0), full, hash))));
        assertEquals(List.of(Verb.WAIT, Verb.HGETALL), verbs(exchange(proof, List.of(new Reply.Int(0), hash))));
        assertEquals(List.of(hash, full, hash, hash), received);
    }

    private Batch exchange(PrimaryProof proof, List<Reply> replies) {
        Iterator<Batch> read = List.of(batch(0, -1, Verb.HGETALL)).iterator();
        Flight flight = new Flight(new Step.Send<Void>(read, 1, this::receive, () -> null), transport(1), proof);
        Batch sent = flight.poll();
        flight.answered(sent, replies);
        return sent;
    }

    @Test
    void onlyAServerThatDoesNotRedirectIsAskedForTheProof() {
        Transport<InFlight> clusterAndServer =
                Transport.spread(List.of(new Room(8, false, true), new Room(8, false, false)));
        for (Transport<InFlight> transport :
                List.of(clusterAndServer, clusterAndServer.<InFlight>map((batch, answer) -> answer))) {
            Flight flight = flight(8, transport, batch(0, -1, Verb.HGETALL), batch(1, -1, Verb.HGETALL));
            assertEquals(List.of(Verb.HGETALL), verbs(flight.poll()));
            assertEquals(List.of(Verb.WAIT, Verb.HGETALL), verbs(flight.poll()));
        }
    }

    private static List<Verb> verbs(Batch batch) {
        return batch.commands().stream().map(Command::verb).toList();
    }

    private static List<String> arguments(Command command) {
        return Stream.of(command.arguments())
                .map(argument -> new String(argument, StandardCharsets.US_ASCII))
                .toList();
    }

    private static Batch batch(int server, int orderingKey, Verb... verbs) {
        return new Batch(
                server,
                orderingKey,
                Stream.of(verbs).map(verb -> new Command(verb, new byte[] {1})).toList());
    }

    /** What a flight asks a transport. */
    private record Room(int window, boolean joinsSlots, boolean redirects) implements Transport<InFlight> {
        @Override
        public InFlight send(Batch batch) {
            throw new IllegalStateException("not used");
        }
    }

    private static Transport<InFlight> joining(int window) {
        return new Room(window, true, false);
    }

    private static Transport<InFlight> transport(int window) {
        return new Room(window, false, false);
    }

    private boolean receive(Batch batch, List<Reply> replies) {
        received.addAll(replies);
        return goOn;
    }

    private Flight flight(int transportWindow, Batch... batches) {
        return flight(16, transport(transportWindow), batches);
    }

    private Flight flight(int mostInFlight, Transport<InFlight> transport, Batch... batches) {
        return flight(mostInFlight, transport, this::receive, List.of(batches).iterator());
    }

    private static Flight flight(
            int mostInFlight, Transport<InFlight> transport, Step.Receiver receiver, Iterator<Batch> batches) {
        return new Flight(
                new Step.Send<Void>(batches, mostInFlight, receiver, () -> null), transport, PrimaryProof.byWait(3));
    }

    /** A flight on a transport with room for all, of a step that says which batch may overtake which other one. */
    private Flight flight(BiPredicate<Batch, Batch> mayOvertake, Batch... batches) {
        Step.Receiver receiver = new Step.Receiver() {
            @Override
            public boolean receive(Batch batch, List<Reply> replies) {
                return FlightTest.this.receive(batch, replies);
            }

            @Override
            public boolean mayOvertake(Batch later, Batch earlier) {
                return mayOvertake.test(later, earlier);
            }
        };
        return flight(16, transport(batches.length), receiver, List.of(batches).iterator());
    }

    private static Batch large(int orderingKey) {
        return new Batch(0, orderingKey, List.of(new Command(Verb.BITFIELD, new byte[] {1}, new byte[2048][1])));
    }

    private static Batch batch(int server, int orderingKey) {
        return new Batch(server, orderingKey, List.of(new Command(Verb.BITFIELD, new byte[] {1})));
    }
}
