package io.polybloom.driver;

import io.polybloom.Acknowledgement;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.NotAcknowledgedException;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A transport whose writes count only if enough replicas have them: {@code WAIT} follows the commands of each batch
 * that writes, on the same connection. If too few replicas acknowledge in time, the writes of the batch fail and may
 * have been applied.
 *
 * @param <F> the type of an answer that has not arrived yet
 */
public final class AcknowledgedTransport<F> implements Transport<F> {

    private final Transport<F> transport;
    private final Acknowledgement asked;
    private final BiFunction<F, UnaryOperator<List<Reply>>, F> conversion;

    /**
     * Creates a transport on top of another one.
     *
     * @param conversion a function that takes an answer and an operator, and returns the answer with its replies
     *     converted by the operator
     * @throws IllegalArgumentException if the other transport does not {@linkplain Transport#acknowledges acknowledge}
     */
    public AcknowledgedTransport(
            Transport<F> transport, Acknowledgement asked, BiFunction<F, UnaryOperator<List<Reply>>, F> conversion) {
        if (!transport.acknowledges()) {
            throw new IllegalArgumentException(
                    "acknowledgedBy needs a client for one server or for sentinels: a client that follows"
                            + " redirects cannot tell whose replicas have acknowledged a write");
        }
        this.transport = transport;
        this.asked = asked;
        this.conversion = conversion;
    }

    @Override
    public F send(Batch batch) {
        if (!batch.isWrite()) {
            return transport.send(batch);
        }
        List<Command> commands = new ArrayList<>(batch.commands());
        byte[] key = commands.get(commands.size() - 1).key();
        commands.add(new Command(
                Verb.WAIT, key, bytes(asked.replicas()), bytes(asked.timeout().toMillis())));
        Batch withWait = new Batch(batch.server(), batch.orderingKey(), commands, false);
        return conversion.apply(transport.send(withWait), replies -> repliesTo(batch, replies));
    }

    @Override
    public Transport<F> forOneStep() {
        return new AcknowledgedTransport<>(transport.forOneStep(), asked, conversion);
    }

    @Override
    public int servers() {
        return transport.servers();
    }

    @Override
    public int window() {
        return transport.window();
    }

    @Override
    public boolean keepsOrder() {
        return transport.keepsOrder();
    }

    @Override
    public boolean joinsSlots() {
        return transport.joinsSlots();
    }

    @Override
    public boolean acknowledges() {
        return true;
    }

    private List<Reply> repliesTo(Batch batch, List<Reply> replies) {
        int size = batch.size();
        if (replies.size() != size + 1) {
            return replies;
        }
        Reply waited = replies.get(size);
        if (waited instanceof Reply.Int replicas && replicas.value() >= asked.replicas()) {
            return replies.subList(0, size);
        }
        Reply.Failure failure = failureOf(waited);
        List<Reply> known = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Reply reply = replies.get(i);
            boolean isDone = batch.commands().get(i).isWrite() && !(reply instanceof Reply.Failure);
            known.add(isDone ? failure : reply);
        }
        return known;
    }

    private Reply.Failure failureOf(Reply waited) {
        if (waited instanceof Reply.Failure failure) {
            return new Reply.Failure(failure.serverError(), failure.cause(), true);
        }
        long replicas = waited instanceof Reply.Int number ? number.value() : 0;
        return Reply.Failure.noAnswer(new NotAcknowledgedException(replicas, asked.replicas()));
    }

    private static byte[] bytes(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
