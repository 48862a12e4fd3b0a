package io.polybloom.driver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterGoneException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompletionStageDriverTest {

    private static final List<Reply> ONE = List.of(new Reply.Int(1));

    /** Answers when the test says so. */
    private static final class Manual implements Transport<CompletionStage<List<Reply>>> {
        final Deque<CompletableFuture<List<Reply>>> unanswered = new ArrayDeque<>();

        @Override
        public CompletionStage<List<Reply>> send(Batch batch) {
            CompletableFuture<List<Reply>> answer = new CompletableFuture<>();
            unanswered.add(answer);
            return answer;
        }

        @Override
        public int window() {
            return 4;
        }
    }

    @Test
    void answersThatAreThereAlreadyDoNotGrowTheStack() throws Exception {
        AtomicInteger received = new AtomicInteger();
        Step<String> chain = send(100_000, 8, received, () -> new Step.Done<>("done"));
        for (int i = 0; i < 1000; i++) {
            Step<String> rest = chain;
            chain = send(1, 1, received, () -> rest);
        }
        Step<String> all = chain;

        assertEquals(
                "done",
                Stages.await(new CompletionStageDriver(batch -> CompletableFuture.completedStage(ONE)).run(() -> all)));
        assertEquals(101_000, received.get());
    }

    @Test
    void stepsSeeOneThreadAtATime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            int[] unguarded = new int[1];
            Step.Receiver receiver = (batch, replies) -> ++unguarded[0] > 0;
            Step<Integer> operation =
                    new Step.Send<>(batches(20_000), 16, receiver, () -> new Step.Done<>(unguarded[0]));
            Transport<CompletionStage<List<Reply>>> transport = new Transport<>() {
                @Override
                public CompletionStage<List<Reply>> send(Batch batch) {
                    return CompletableFuture.supplyAsync(() -> ONE, threads);
                }

                @Override
                public int window() {
                    return 16;
                }
            };

            assertEquals(20_000, Stages.await(new CompletionStageDriver(transport).run(() -> operation)));
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void keepsToTheWindowAndEncodesAhead() {
        Manual transport = new Manual();
        AtomicInteger produced = new AtomicInteger();
        Iterator<Batch> batches = IntStream.range(0, 100)
                .mapToObj(orderingKey -> {
                    produced.incrementAndGet();
                    return batch(orderingKey);
                })
                .iterator();

        new CompletionStageDriver(transport)
                .run(() -> new Step.Send<>(batches, 16, (batch, replies) -> true, () -> new Step.Done<>(1)));

        assertEquals(4, transport.unanswered.size());
        assertEquals(4 + 4, produced.get());
        transport.unanswered.remove().complete(ONE);
        assertEquals(4, transport.unanswered.size());
    }

    @Test
    void aContinuationThatThrowsFailsTheStageWithItsException() throws Exception {
        FilterGoneException gone = new FilterGoneException("clicks", "gone");
        Manual transport = new Manual();
        CompletionStage<Object> stage = new CompletionStageDriver(transport)
                .run(() -> send(1, 1, new AtomicInteger(), () -> {
                    throw gone;
                }));

        assertFalse(stage.toCompletableFuture().isDone());
        transport.unanswered.remove().complete(ONE);

        assertSame(gone, Stages.failureOf(stage));
    }

    @Test
    void errorsOfTheJvmReachTheCallerToo() throws Exception {
        StackOverflowError error = new StackOverflowError();
        CompletionStage<Object> stage = new CompletionStageDriver(batch -> CompletableFuture.completedStage(ONE))
                .run(() -> send(1, 1, new AtomicInteger(), () -> {
                    throw error;
                }));

        assertSame(error, Stages.failureOf(stage));
    }

    @Test
    void complaintsAboutTheFilterFailTheStageAndThoseAboutArgumentsAreThrown() throws Exception {
        FilterGoneException gone = new FilterGoneException("clicks", "gone");

        assertSame(gone, Stages.failureOf(new CompletionStageDriver(new Manual()).run(() -> {
                    throw gone;
                })));
        assertThrows(
                IllegalArgumentException.class,
                () -> new CompletionStageDriver(new Manual()).run(() -> {
                    throw new IllegalArgumentException();
                }));
    }

    @Test
    void aTransportThatThrowsOrFailsCountsAsNoAnswer() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        List<Transport<CompletionStage<List<Reply>>>> transports = List.of(
                batch -> {
                    throw broken;
                },
                batch -> CompletableFuture.failedStage(broken));
        for (Transport<CompletionStage<List<Reply>>> transport : transports) {
            List<Reply> received = new ArrayList<>();
            Step<Integer> operation = new Step.Send<>(
                    batches(3),
                    1,
                    (batch, replies) -> received.addAll(replies),
                    () -> new Step.Done<>(received.size()));

            assertEquals(3, Stages.await(new CompletionStageDriver(transport).run(() -> operation)));
            Reply.Failure failure = assertInstanceOf(Reply.Failure.class, received.get(0));
            assertSame(broken, failure.cause());
            assertTrue(failure.mayHaveBeenApplied());
        }
    }

    @Test
    void aCancelledOperationSendsNothingMore() {
        Manual transport = new Manual();
        AtomicInteger received = new AtomicInteger();
        CompletionStage<Integer> stage =
                new CompletionStageDriver(transport).run(() -> send(100, 4, received, () -> new Step.Done<>(1)));

        stage.toCompletableFuture().cancel(false);
        transport.unanswered.forEach(answer -> answer.complete(ONE));

        assertEquals(4, transport.unanswered.size());
        assertEquals(100, received.get(), "what was not sent is settled, too");
    }

    @Test
    void aFailureThatACancelledStageDoesNotTakeIsHandedOver() {
        Manual transport = new Manual();
        FilterGoneException failure = new FilterGoneException("clicks", "after the answer");
        Supplier<Step<Integer>> operation = () -> send(1, 1, new AtomicInteger(), () -> {
            throw failure;
        });
        List<Throwable> unheard = new ArrayList<>();
        CompletionStageDriver driver = new CompletionStageDriver(transport);

        CompletionStage<Integer> heard = driver.run(operation, end -> {}, unheard::add);
        transport.unanswered.remove().complete(ONE);
        assertTrue(heard.toCompletableFuture().isCompletedExceptionally());
        assertEquals(List.of(), unheard);

        CompletionStage<Integer> cancelled = driver.run(operation, end -> {}, unheard::add);
        cancelled.toCompletableFuture().cancel(false);
        transport.unanswered.remove().complete(ONE);
        assertEquals(List.of(failure), unheard);
    }

    private static <R> Step<R> send(int batches, int mostInFlight, AtomicInteger received, Supplier<Step<R>> next) {
        return new Step.Send<>(
                batches(batches), mostInFlight, (batch, replies) -> received.incrementAndGet() > 0, next);
    }

    private static Iterator<Batch> batches(int count) {
        return IntStream.range(0, count)
                .mapToObj(CompletionStageDriverTest::batch)
                .iterator();
    }

    private static Batch batch(int orderingKey) {
        return new Batch(0, orderingKey, List.of(new Command(Verb.BITCOUNT, "key".getBytes(UTF_8))));
    }
}
