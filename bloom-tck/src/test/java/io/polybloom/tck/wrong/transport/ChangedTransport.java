package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A transport that is right but for a mistake with its batches: with the commands, the replies, or both. */
public class ChangedTransport implements Transport<InFlight> {

    private final BiFunction<Transport<InFlight>, Batch, InFlight> sending;
    private Transport<InFlight> right;

    /**
     * Creates a transport.
     *
     * @param sending sends a batch to the right transport, in another way than the engine meant it
     */
    public ChangedTransport(Transport<InFlight> right, BiFunction<Transport<InFlight>, Batch, InFlight> sending) {
        this.right = right;
        this.sending = sending;
    }

    /** Sends whole batches in another way than the engine meant it. */
    public static UnaryOperator<Transport<InFlight>> exchanging(
            BiFunction<Transport<InFlight>, Batch, InFlight> sending) {
        return right -> new ChangedTransport(right, sending);
    }

    /** Sends other commands in place of some. */
    public static UnaryOperator<Transport<InFlight>> sending(UnaryOperator<Command> change) {
        return exchanging((to, batch) -> to.send(
                withCommands(batch, batch.commands().stream().map(change).toList())));
    }

    /** Sends other commands in place of some. */
    public static UnaryOperator<Transport<InFlight>> sending(Predicate<Command> which, UnaryOperator<Command> change) {
        return sending(command -> which.test(command) ? change.apply(command) : command);
    }

    /** Sends other commands in place of those of one verb. */
    public static UnaryOperator<Transport<InFlight>> sending(Verb verb, UnaryOperator<Command> change) {
        return sending(command -> command.verb() == verb, change);
    }

    /** Hands back other replies in place of some. */
    public static UnaryOperator<Transport<InFlight>> answering(BiFunction<Command, Reply, Reply> change) {
        return handingBack((batch, replies) -> {
            List<Reply> changed = new ArrayList<>();
            for (Reply reply : replies) {
                changed.add(change.apply(batch.commands().get(changed.size()), reply));
            }
            return changed;
        });
    }

    /** Hands back other replies to some commands. */
    public static UnaryOperator<Transport<InFlight>> answering(Predicate<Command> which, UnaryOperator<Reply> change) {
        return answering((command, reply) -> which.test(command) ? change.apply(reply) : reply);
    }

    /** Hands back other replies to the commands of one verb. */
    public static UnaryOperator<Transport<InFlight>> answering(Verb verb, UnaryOperator<Reply> change) {
        return answering(command -> command.verb() == verb, change);
    }

    /** Hands back something else where a command has failed. */
    public static UnaryOperator<Transport<InFlight>> failing(BiFunction<Command, Reply.Failure, Reply> change) {
        return answering(
                (command, reply) -> reply instanceof Reply.Failure failure ? change.apply(command, failure) : reply);
    }

    /** Hands back something else where a server has refused a command. */
    public static UnaryOperator<Transport<InFlight>> refused(BiFunction<Command, Reply.Failure, Reply> change) {
        return failing((command, failure) -> failure.serverError() == null ? failure : change.apply(command, failure));
    }

    /** Hands back other replies to whole batches. */
    public static UnaryOperator<Transport<InFlight>> handingBack(BiFunction<Batch, List<Reply>, List<Reply>> change) {
        return exchanging((to, batch) -> {
            InFlight inFlight = to.send(batch);
            return () -> change.apply(batch, inFlight.await());
        });
    }

    /** Sends one more command with each batch, the reply to which nobody sees. */
    public static UnaryOperator<Transport<InFlight>> appending(Function<Batch, Command> more) {
        return exchanging((to, batch) -> {
            List<Command> commands = new ArrayList<>(batch.commands());
            commands.add(more.apply(batch));
            InFlight inFlight = to.send(withCommands(batch, commands));
            return () -> inFlight.await().subList(0, batch.size());
        });
    }

    /** Makes a mistake with some batches only. */
    public static UnaryOperator<Transport<InFlight>> where(
            Predicate<Batch> which, UnaryOperator<Transport<InFlight>> mistake) {
        return exchanging((to, batch) -> (which.test(batch) ? mistake.apply(to) : to).send(batch));
    }

    /** Makes the first mistake below the second one: the second one meets the commands of the engine. */
    public static UnaryOperator<Transport<InFlight>> both(
            UnaryOperator<Transport<InFlight>> first, UnaryOperator<Transport<InFlight>> second) {
        return right -> second.apply(first.apply(right));
    }

    /** Makes a mistake that remembers something, for each transport of its own. */
    public static UnaryOperator<Transport<InFlight>> anew(Supplier<UnaryOperator<Transport<InFlight>>> mistake) {
        return right -> mistake.get().apply(right);
    }

    static Batch withCommands(Batch batch, List<Command> commands) {
        return new Batch(batch.server(), batch.orderingKey(), commands);
    }

    @Override
    public InFlight send(Batch batch) {
        return sending.apply(right, batch);
    }

    @Override
    public Transport<InFlight> acknowledging() {
        right = right.acknowledging();
        return this;
    }

    @Override
    public int servers() {
        return right.servers();
    }

    @Override
    public int window() {
        return right.window();
    }

    @Override
    public boolean joinsSlots() {
        return right.joinsSlots();
    }

    @Override
    public boolean redirects() {
        return right.redirects();
    }
}
