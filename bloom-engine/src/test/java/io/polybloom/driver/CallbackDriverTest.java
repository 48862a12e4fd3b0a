package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallbackDriverTest {

    private static final List<Reply> ONE = List.of(new Reply.Int(1));

    private final Deque<CompletableFuture<List<Reply>>> unanswered = new ArrayDeque<>();
    private final List<Object> outcomes = new ArrayList<>();
    private final List<Reply> received = new ArrayList<>();
    private boolean isCancelled;

    @Test
    void needsNoStackForStepsAndBatchesThatAreAnsweredAtOnce() {
        int[] answers = {0};
        Step<String> operation = new Step.Done<>("done");
        for (int i = 0; i < 100_000; i++) {
            Step<String> rest = operation;
            operation = new Step.Send<>(batches(2), 2, (batch, replies) -> ++answers[0] > 0, () -> rest);
        }
        drive(operation, batch -> CompletableFuture.completedFuture(ONE));
        assertEquals(List.of("done"), outcomes);
        assertEquals(200_000, answers[0]);
    }

    @Test
    void anErrorWhileBatchesAreMadeFailsTheOperation() {
        Error thrown = new AssertionError("from a funnel");
        Iterator<Batch> broken = IntStream.range(0, 2)
                .mapToObj(number -> {
                    if (number == 1) {
                        throw thrown;
                    }
                    return batch(number);
                })
                .iterator();
        drive(sending(broken, 2), this::later);
        assertSame(thrown, outcomes.get(0));
        unanswered.remove().complete(ONE);
        assertEquals(1, outcomes.size(), "what comes afterwards changes nothing");
    }

    @Test
    void anErrorOfTheTransportFailsTheOperation() {
        Error thrown = new StackOverflowError();
        drive(sending(batches(1), 1), batch -> {
            throw thrown;
        });
        assertSame(thrown, outcomes.get(0));
    }

    @Test
    void aCancelledOperationWaitsForWhatWasSentAndEndsWithoutSendingTheRest() {
        drive(sending(batches(10), 1), this::later);
        isCancelled = true;
        assertEquals(List.of(), outcomes);
        unanswered.remove().complete(ONE);
        assertEquals(0, unanswered.size());
        assertEquals(List.of(10), outcomes, "the operation has settled every batch");
        assertEquals(new Reply.Int(1), received.get(0));
        Reply.Failure notSent = assertInstanceOf(Reply.Failure.class, received.get(9));
        assertEquals(false, notSent.mayHaveBeenApplied());
        assertInstanceOf(CancellationException.class, notSent.cause());
        assertNull(notSent.serverError());
    }

    private Step<Integer> sending(Iterator<Batch> batches, int mostInFlight) {
        return new Step.Send<>(
                batches,
                mostInFlight,
                (batch, replies) -> received.addAll(replies),
                () -> new Step.Done<>(received.size()));
    }

    private CompletableFuture<List<Reply>> later(Batch batch) {
        CompletableFuture<List<Reply>> answer = new CompletableFuture<>();
        unanswered.add(answer);
        return answer;
    }

    private <R> void drive(Step<R> operation, Transport<CompletableFuture<List<Reply>>> transport) {
        new CallbackDriver<CompletableFuture<List<Reply>>, R>(
                        transport,
                        new PrimaryProof(),
                        CompletableFuture::whenComplete,
                        operation,
                        () -> isCancelled,
                        (value, failure) -> outcomes.add(failure == null ? value : failure))
                .start();
    }

    private static Iterator<Batch> batches(int count) {
        return IntStream.range(0, count).mapToObj(CallbackDriverTest::batch).iterator();
    }

    private static Batch batch(int orderingKey) {
        return new Batch(0, orderingKey, List.of(new Command(Verb.BITFIELD, new byte[] {1})));
    }
}
