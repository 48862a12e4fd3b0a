package io.polybloom.driver;

import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The commands of a batch in a form that the server always propagates to its replicas, after everything that the batch
 * reads. An add that finds all its bits set would not be propagated, so a {@code WAIT} behind it would not wait for the
 * write, perhaps of another client, that has set them.
 *
 * <p>A BITFIELD that writes turns one of its own bits over twice. That changes nothing, not even for a moment, since
 * the command is atomic; but the server counts two changes and propagates it. Any other batch ends with a {@code SET}
 * of a key in the same slot that expires at once.
 */
final class Propagation {

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
        byte[][] turn = Commands.turnOver(Commands.firstWritten(command));
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
            return new Reply.Many(many.elements().subList(TURNS, many.elements().size()));
        }
        return reply;
    }
}
