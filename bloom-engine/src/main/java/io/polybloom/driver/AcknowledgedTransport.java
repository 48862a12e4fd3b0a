package io.polybloom.driver;

import io.polybloom.Acknowledgement;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.NotAcknowledgedException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A transport whose writes count only if enough replicas have them: {@code WAIT} or {@code WAITAOF} follows the
 * commands of each batch that writes, or that may answer a write, on the same connection. If too few replicas
 * acknowledge in time, the writes of the batch fail and may have been applied.
 *
 * <p>Since Redis 7.2 these commands wait only for the last command of their own connection that the server has
 * propagated, and it propagates no command that changes nothing. So each batch contains such a command, at its end or
 * in the command that decides: see {@link Propagation}. If the filter may be spread over several nodes, reading its
 * register waits as well, since no write to a partition vouches for another node.
 *
 * @param <F> the type of an answer that has not arrived yet
 */
public final class AcknowledgedTransport<F> implements Transport<F> {

    /** The number of primaries that must have a write on disk, if it must be on disk. */
    private static final int ON_PRIMARY = 1;

    private final Transport<F> transport;
    private final Acknowledgement asked;
    private final BiFunction<F, UnaryOperator<List<Reply>>, F> conversion;

    private AcknowledgedTransport(
            Transport<F> transport, Acknowledgement asked, BiFunction<F, UnaryOperator<List<Reply>>, F> conversion) {
        this.transport = transport;
        this.asked = asked;
        this.conversion = conversion;
    }

    /**
     * Creates a transport on top of another one.
     *
     * @param conversion a function that takes an answer and an operator, and returns the answer with its replies
     *     converted by the operator
     * @throws IllegalArgumentException if the other transport cannot tell {@linkplain Transport#acknowledging who has
     *     acknowledged} a write
     */
    public static <F> AcknowledgedTransport<F> over(
            Transport<F> transport, Acknowledgement asked, BiFunction<F, UnaryOperator<List<Reply>>, F> conversion) {
        return new AcknowledgedTransport<>(transport.acknowledging(), asked, conversion);
    }

    @Override
    public F send(Batch batch) {
        if (!batch.isWrite() && !batch.answersWrite() && !readsConfigElsewhere(batch)) {
            return transport.send(batch);
        }
        Propagation propagation = new Propagation(batch);
        List<Command> commands = new ArrayList<>(propagation.commands());
        commands.add(waiting(commands.get(commands.size() - 1).key()));
        Batch withWait = new Batch(batch.server(), batch.orderingKey(), commands);
        return conversion.apply(transport.send(withWait), replies -> repliesTo(batch, propagation, replies));
    }

    /** Returns whether the filter's other keys may be on other nodes than the register that the batch reads. */
    private boolean readsConfigElsewhere(Batch batch) {
        boolean isSpread = transport.servers() > 1 || !transport.joinsSlots();
        return isSpread && batch.orderingKey() == Batch.CONFIG_ORDERING_KEY && !batch.mayAskReplica();
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
    public Transport<F> acknowledging() {
        return this;
    }

    @Override
    public boolean redirects() {
        return transport.redirects();
    }

    @Override
    public boolean redirects(int server) {
        return transport.redirects(server);
    }

    private List<Reply> repliesTo(Batch batch, Propagation propagation, List<Reply> all) {
        int last = propagation.commands().size();
        if (all.size() != last + 1) {
            IllegalStateException miscounted =
                    new IllegalStateException(all.size() + " replies to " + (last + 1) + " commands");
            return Collections.nCopies(batch.size(), Reply.Failure.noAnswer(miscounted));
        }
        List<Reply> replies = propagation.repliesTo(batch, all.subList(0, last));
        Reply.Failure failure = propagation
                .failureOf(all)
                .map(refused -> new Reply.Failure(refused.serverError(), refused.cause(), true))
                .orElse(null);
        if (failure == null && isMet(all.get(last))) {
            return replies;
        }
        Reply.Failure unacknowledged = failure == null ? failureOf(all.get(last)) : failure;
        List<Reply> known = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            Reply reply = replies.get(i);
            boolean counts = batch.commands().get(i).isWrite() || batch.answersWrite() || !batch.isWrite();
            known.add(counts && !(reply instanceof Reply.Failure) ? unacknowledged : reply);
        }
        return known;
    }

    private Command waiting(byte[] key) {
        byte[] replicas = Commands.decimal(asked.replicas());
        byte[] millis = Commands.decimal(asked.timeout().toMillis());
        return asked.persisted()
                ? new Command(Verb.WAITAOF, key, Commands.decimal(ON_PRIMARY), replicas, millis)
                : new Command(Verb.WAIT, key, replicas, millis);
    }

    private boolean isMet(Reply waited) {
        return isOnPrimary(waited) && replicas(waited) >= asked.replicas();
    }

    private boolean isOnPrimary(Reply waited) {
        return !asked.persisted() || (waited instanceof Reply.Ints both && both.values()[0] >= ON_PRIMARY);
    }

    private long replicas(Reply waited) {
        if (asked.persisted()) {
            return waited instanceof Reply.Ints both && both.values().length > 1 ? both.values()[1] : 0;
        }
        return waited instanceof Reply.Int number ? number.value() : 0;
    }

    private Reply.Failure failureOf(Reply waited) {
        if (waited instanceof Reply.Failure failure) {
            return new Reply.Failure(failure.serverError(), failure.cause(), true);
        }
        NotAcknowledgedException missing = isOnPrimary(waited)
                ? new NotAcknowledgedException(replicas(waited), asked.replicas())
                : NotAcknowledgedException.notPersisted();
        return Reply.Failure.noAnswer(missing);
    }

    /**
     * The commands of a batch in a form that the server always propagates to its replicas, after everything that the
     * batch reads. An add that finds all its bits set would not be propagated, so a {@code WAIT} after it would not
     * wait for the write, perhaps of another client, that has set them.
     *
     * <p>A BITFIELD that writes turns one of its own bits over twice. That changes nothing, not even for a moment,
     * since the command is atomic; but the server counts two changes and propagates it. Any other batch ends with a
     * {@code SET} of a key in the same slot that expires at once.
     */
    private static final class Propagation {

        /** The replies to the two operations that turn a bit over. */
        private static final int TURNS = 2;

        private final List<Command> commands;
        private final boolean endsWithSet;

        /** Prepares the commands of a batch that is not a group, which is propagated anyway. */
        Propagation(Batch batch) {
            commands = new ArrayList<>(batch.size() + 1);
            Command lastWrite = null;
            for (Command command : batch.commands()) {
                commands.add(turnsBits(command) ? turning(command) : command);
                lastWrite = command.isWrite() ? command : lastWrite;
            }
            endsWithSet = batch.answersWrite() || lastWrite == null || !isPropagated(lastWrite);
            if (endsWithSet) {
                Command last = commands.get(commands.size() - 1);
                String key = KeyNames.acknowledged(new String(last.key(), StandardCharsets.UTF_8));
                commands.add(Commands.setShortLived(key.getBytes(StandardCharsets.UTF_8), new byte[0], 1));
            }
        }

        /** Returns the commands to send. */
        List<Command> commands() {
            return commands;
        }

        /** Returns the replies to the commands of the batch itself. */
        List<Reply> repliesTo(Batch batch, List<Reply> all) {
            List<Reply> replies = new ArrayList<>(batch.size());
            for (int i = 0; i < batch.size(); i++) {
                Reply reply = all.get(i);
                replies.add(turnsBits(batch.commands().get(i)) ? withoutTurns(reply) : reply);
            }
            return replies;
        }

        /** Returns the failure of the command at the end that had to be propagated, if it has failed. */
        Optional<Reply.Failure> failureOf(List<Reply> all) {
            return endsWithSet && all.get(commands.size() - 1) instanceof Reply.Failure failure
                    ? Optional.of(failure)
                    : Optional.empty();
        }

        private static boolean isPropagated(Command command) {
            return turnsBits(command) || command.verb() == Verb.BITOP;
        }

        private static boolean turnsBits(Command command) {
            return command.verb() == Verb.BITFIELD && command.isWrite();
        }

        private static Command turning(Command command) {
            byte[][] arguments = command.arguments();
            byte[][] turn = Bitfield.turnOver(Bitfield.firstWritten(command));
            byte[][] turning = new byte[TURNS * turn.length + arguments.length][];
            System.arraycopy(turn, 0, turning, 0, turn.length);
            System.arraycopy(turn, 0, turning, turn.length, turn.length);
            System.arraycopy(arguments, 0, turning, TURNS * turn.length, arguments.length);
            return new Command(command.verb(), command.key(), turning);
        }

        private static Reply withoutTurns(Reply reply) {
            if (reply instanceof Reply.Ints ints && ints.values().length >= TURNS) {
                return new Reply.Ints(Arrays.copyOfRange(ints.values(), TURNS, ints.values().length));
            }
            if (reply instanceof Reply.Many many && many.elements().size() >= TURNS) {
                return new Reply.Many(
                        many.elements().subList(TURNS, many.elements().size()));
            }
            return reply;
        }
    }
}
