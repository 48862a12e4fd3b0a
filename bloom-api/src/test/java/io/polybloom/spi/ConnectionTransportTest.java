package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConnectionTransportTest {

    private static final Reply ONE = new Reply.Int(1);
    private static final Reply TWO = new Reply.Int(2);

    private final List<String> events = new ArrayList<>();
    private final Deque<Supplier<Reply>> answers = new ArrayDeque<>();
    private Runnable writing = () -> {};
    private Runnable lending = () -> {};
    private Runnable returning = () -> {};
    private final ConnectionTransport transport = new ConnectionTransport(this::lend);

    @Test
    void borrowsOneConnectionForWhatIsInFlight() {
        answers.addAll(List.of(() -> ONE, () -> TWO, () -> ONE));
        InFlight first = transport.send(commands(1));
        InFlight second = transport.send(commands(2));
        assertEquals(List.of(ONE), first.await());
        assertEquals(List.of(TWO, ONE), second.await());
        assertEquals(List.of("lent", "wrote 1", "wrote 2", "given back"), events);
        answers.add(() -> ONE);
        assertEquals(List.of(ONE), transport.send(commands(1)).await());
        assertEquals(List.of("lent", "wrote 1", "given back"), events.subList(4, events.size()));
    }

    @Test
    void nothingWasSentWithoutAConnection() {
        RuntimeException exhausted = new IllegalStateException("exhausted");
        lending = () -> {
            throw exhausted;
        };
        Reply.Failure failure = onlyFailure(transport.send(commands(1)).await());
        assertSame(exhausted, failure.cause());
        assertFalse(failure.mayHaveBeenApplied());
        lending = () -> {};
        answers.add(() -> ONE);
        assertEquals(List.of(ONE), transport.send(commands(1)).await());
    }

    @Test
    void keepsTheAnswersBeforeTheOneThatFailsAndReadsNoOther() {
        RuntimeException cut = new IllegalStateException("cut");
        answers.addAll(List.of(() -> ONE, failing(cut), () -> TWO));
        InFlight first = transport.send(commands(2));
        InFlight second = transport.send(commands(1));
        List<Reply> replies = first.await();
        assertEquals(ONE, replies.get(0));
        assertTrue(onlyFailure(replies.subList(1, 2)).mayHaveBeenApplied());
        Reply.Failure unread = onlyFailure(second.await());
        assertTrue(unread.mayHaveBeenApplied());
        assertSame(cut, unread.cause());
        assertEquals(1, answers.size(), "an answer may be half of another one");
        assertEquals(List.of("lent", "wrote 2", "wrote 1", "discarded"), events);
    }

    @Test
    void sendsNothingMoreOnABrokenConnection() {
        answers.add(failing(new IllegalStateException("cut")));
        InFlight first = transport.send(commands(1));
        InFlight second = transport.send(commands(1));
        first.await();
        assertFalse(onlyFailure(transport.send(commands(1)).await()).mayHaveBeenApplied());
        second.await();
        answers.add(() -> ONE);
        assertEquals(List.of(ONE), transport.send(commands(1)).await(), "the transport takes another connection");
        assertEquals(List.of("lent", "wrote 1", "wrote 1", "discarded", "lent", "wrote 1", "given back"), events);
    }

    @Test
    void givesNobodyTheAnswersOfAnother() {
        answers.addAll(List.of(() -> ONE, () -> TWO));
        InFlight first = transport.send(commands(1));
        InFlight second = transport.send(commands(1));
        assertThrows(IllegalStateException.class, second::await);
        assertEquals(List.of(ONE), first.await());
        assertEquals(List.of(TWO), second.await());
    }

    @Test
    void whatWasWrittenHalfMayHaveBeenApplied() {
        writing = () -> {
            throw new IllegalStateException("cut");
        };
        assertTrue(onlyFailure(transport.send(commands(1)).await()).mayHaveBeenApplied());
        assertEquals(List.of("lent", "wrote 1", "discarded"), events);
    }

    @Test
    void discardsTheConnectionAfterAnErrorOfTheMachine() {
        OutOfMemoryError error = new OutOfMemoryError("no room");
        answers.add(() -> {
            throw error;
        });
        InFlight first = transport.send(commands(1));
        InFlight second = transport.send(commands(1));
        assertSame(error, assertThrows(OutOfMemoryError.class, first::await));
        assertSame(error, onlyFailure(second.await()).cause());
        writing = () -> {
            throw error;
        };
        assertThrows(OutOfMemoryError.class, () -> transport.send(commands(1)));
        assertEquals(List.of("lent", "wrote 1", "wrote 1", "discarded", "lent", "wrote 1", "discarded"), events);
    }

    @Test
    void aConnectionThatCannotBeReplacedDoesNotHideWhyItBroke() {
        RuntimeException cut = new IllegalStateException("cut");
        RuntimeException refused = new IllegalStateException("refused");
        returning = () -> {
            throw refused;
        };
        answers.add(failing(cut));
        assertSame(cut, onlyFailure(transport.send(commands(1)).await()).cause());
        assertSame(refused, cut.getSuppressed()[0]);
        answers.add(() -> ONE);
        InFlight sound = transport.send(commands(1));
        assertSame(refused, assertThrows(IllegalStateException.class, sound::await));
    }

    /** A client that gives up first would report a lost reply instead of the missing acknowledgement. */
    @Test
    void sendsNoCommandThatWaitsAsLongAsTheClient() {
        for (String millis : List.of("2000", "5000")) {
            events.clear();
            Command wait = new Command(Verb.WAIT, new byte[] {1}, "1".getBytes(), millis.getBytes());
            List<Command> commands = List.of(new Command(Verb.SETBIT, new byte[] {1}), wait);
            List<Reply> replies =
                    new ConnectionTransport(this::lend).send(commands).await();
            assertEquals(List.of("lent", "given back"), events);
            assertEquals(2, replies.size());
            Reply.Failure refused = assertInstanceOf(Reply.Failure.class, replies.get(0));
            assertFalse(refused.mayHaveBeenApplied());
            assertTrue(refused.cause().getMessage().contains("would wait " + millis + " ms"), refused::toString);
        }
        events.clear();
        answers.add(() -> new Reply.Int(1));
        new ConnectionTransport(this::lend)
                .send(List.of(new Command(Verb.WAIT, new byte[] {1}, "1".getBytes(), "1999".getBytes())))
                .await();
        assertEquals(List.of("lent", "wrote 1", "given back"), events);
    }

    private BorrowedConnection lend() {
        lending.run();
        events.add("lent");
        return new BorrowedConnection() {
            @Override
            public void write(List<Command> commands) {
                events.add("wrote " + commands.size());
                writing.run();
            }

            @Override
            public Reply read() {
                return answers.remove().get();
            }

            @Override
            public Duration timeout() {
                return Duration.ofSeconds(2);
            }

            @Override
            public void giveBack(boolean broken) {
                events.add(broken ? "discarded" : "given back");
                returning.run();
            }
        };
    }

    private static Supplier<Reply> failing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    private static Reply.Failure onlyFailure(List<Reply> replies) {
        assertEquals(1, replies.size());
        return assertInstanceOf(Reply.Failure.class, replies.get(0));
    }

    private static List<Command> commands(int count) {
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            commands.add(new Command(Verb.HGETALL, new byte[] {1}));
        }
        return commands;
    }
}
