package io.polybloom.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExchangeTest {

    private static final List<Reply> ONE = List.of(new Reply.Int(1));

    private final List<List<Reply>> received = new ArrayList<>();

    @Test
    void needsNoStackForBatchesThatAreAnsweredAtOnce() {
        int count = 200_000;
        Future<Void> over = run(batches(count, 7), batch -> Future.succeededFuture(ONE));
        assertTrue(over.succeeded());
        assertEquals(count, received.size());
    }

    @Test
    void keepsTheWindowAndEncodesAsAnswersArrive() {
        Deque<Promise<List<Reply>>> waiting = new ArrayDeque<>();
        List<Integer> encoded = new ArrayList<>();
        Iterator<Batch> batches = IntStream.range(0, 10)
                .peek(encoded::add)
                .mapToObj(ExchangeTest::batch)
                .iterator();
        Future<Void> over = run(batches, new Transport<>() {
            @Override
            public Future<List<Reply>> send(Batch batch) {
                Promise<List<Reply>> answer = Promise.promise();
                waiting.add(answer);
                return answer.future();
            }

            @Override
            public int window() {
                return 3;
            }
        });
        for (int answered = 0; answered < 10; answered++) {
            assertEquals(Math.min(3, 10 - answered), waiting.size());
            assertEquals(Math.min(3 + 4 + answered, 10), encoded.size());
            assertFalse(over.isComplete());
            waiting.remove().complete(ONE);
        }
        assertTrue(over.succeeded());
    }

    @Test
    void turnsAnExceptionOfTheTransportIntoAnUnknownEffect() {
        RuntimeException thrown = new IllegalStateException("closed");
        Future<Void> over = run(batches(1, 1), batch -> {
            throw thrown;
        });
        assertTrue(over.succeeded());
        Reply.Failure failure =
                assertInstanceOf(Reply.Failure.class, received.get(0).get(0));
        assertSame(thrown, failure.cause());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void failsWithWhatTheOperationThrowsInsteadOfWaitingForEver() {
        Error thrown = new AssertionError("from a funnel");
        Iterator<Batch> broken = IntStream.range(0, 2)
                .mapToObj(number -> {
                    if (number == 1) {
                        throw thrown;
                    }
                    return batch(number);
                })
                .iterator();
        Promise<List<Reply>> answer = Promise.promise();
        Future<Void> over = run(broken, batch -> answer.future());
        assertSame(thrown, over.cause());
        answer.complete(ONE);
        assertEquals(1, received.size());
    }

    private Future<Void> run(Iterator<Batch> batches, Transport<Future<List<Reply>>> transport) {
        Step.Receiver receiver = (batch, replies) -> received.add(replies);
        Step.Send<Void> send = new Step.Send<>(batches, 16, receiver, () -> new Step.Done<>(null));
        return new Exchange(send, transport).run();
    }

    private static Iterator<Batch> batches(int count, int keys) {
        return IntStream.range(0, count)
                .mapToObj(number -> batch(number % keys))
                .iterator();
    }

    private static Batch batch(int orderingKey) {
        return new Batch(0, orderingKey, List.of(new Command(Verb.BITFIELD, new byte[] {1})));
    }
}
