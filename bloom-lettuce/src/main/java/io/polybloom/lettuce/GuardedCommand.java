package io.polybloom.lettuce;

import com.google.common.collect.Maps;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.buffer.ByteBuf;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A command of the engine as a Lettuce command, guarded at the moment when it is encoded. */
final class GuardedCommand extends AsyncCommand<byte[], byte[], List<Object>> {

    private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DISCARD = "*1\r\n$7\r\nDISCARD\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final Map<Verb, Name> NAMES = Maps.toMap(EnumSet.allOf(Verb.class), Name::of);

    /**
     * The name of a command. Lettuce does not recognize it as a read and so sends it to a primary. Nor does it
     * recognize MULTI and EXEC, whose lower-case names it never sends: it would take the group for a transaction of its
     * own.
     */
    @SuppressWarnings("deprecation") // Versions before 7 have no other name().
    private record Name(String name, byte[] getBytes) implements ProtocolKeyword {
        static Name of(Verb verb) {
            boolean isOfGroup = verb == Verb.MULTI || verb == Verb.EXEC;
            String name = isOfGroup ? verb.wireName().toLowerCase(Locale.ROOT) : verb.wireName();
            return new Name(name, verb.wireName().getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static CommandArgs<byte[], byte[]> arguments(Command command) {
        CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        command.verb().operation().ifPresent(arguments::add);
        if (command.verb().hasKey()) {
            arguments.addKey(command.key());
        }
        for (byte[] argument : command.arguments()) {
            arguments.add(argument);
        }
        return arguments;
    }

    /**
     * A reply as it arrives: the elements of the array, or the only value. Unlike the outputs of Lettuce it can begin
     * again, because Lettuce repeats a look-up whose reply was cut, into the output that has the first part of it.
     */
    private static final class Output extends CommandOutput<byte[], byte[], List<Object>> {
        private final Guard guard;

        /** The arrays around the one that is arriving. */
        private final Deque<List<Object>> outer = new ArrayDeque<>(1);

        /** The number of arrays that have begun and not ended, except that the outermost never ends. */
        private int depth;

        Output(Guard guard) {
            super(ByteArrayCodec.INSTANCE, new ArrayList<>(1));
            this.guard = guard;
        }

        void beginAgain() {
            while (!outer.isEmpty()) {
                output = outer.pop();
            }
            output.clear();
            depth = 0;
            setError((String) null);
        }

        @Override
        public void multi(int count) {
            List<Object> array = new ArrayList<>(Math.max(0, count));
            if (depth++ > 0) {
                output.add(array);
                outer.push(output);
            }
            output = array;
        }

        /** Lettuce says after each value how many arrays are around it. */
        @Override
        public void complete(int around) {
            if (around > 0 && around < depth) {
                output = outer.pop();
                depth--;
            }
        }

        @Override
        public void set(@Nullable ByteBuffer bytes) {
            output.add(bytes == null ? null : codec.decodeValue(bytes));
        }

        @Override
        public void setSingle(@Nullable ByteBuffer text) {
            output.add(text == null ? null : decodeString(text));
        }

        @Override
        public void set(long number) {
            output.add(number);
        }

        @Override
        public void set(double number) {
            output.add(number);
        }

        /** Converts the booleans of RESP3 to 1 and 0, as they are in RESP2. */
        @Override
        public void set(boolean value) {
            set(value ? 1L : 0L);
        }

        /** Keeps an error within an array as its last element: a filter that has become full replies in this way. */
        @Override
        public void setError(ByteBuffer message) {
            if (depth > 0) {
                output.add(Reply.Failure.ofServer(decodeString(message), null));
                return;
            }
            super.setError(message);
            guard.refusedByServer();
        }
    }

    private final Verb verb;
    private final boolean mayAskReplica;
    private final Guard guard;
    private final Output output;

    private GuardedCommand(Command command, boolean mayAskReplica, Guard guard) {
        this(command, mayAskReplica, guard, new Output(guard));
    }

    private GuardedCommand(Command command, boolean mayAskReplica, Guard guard, Output output) {
        super(new io.lettuce.core.protocol.Command<>(NAMES.get(command.verb()), output, arguments(command)));
        this.output = output;
        this.verb = command.verb();
        this.mayAskReplica = mayAskReplica;
        this.guard = guard;
    }

    /**
     * Returns the commands of a batch. If it begins with the proof that the server is a primary, nothing else of it is
     * sent once that is answered: by then Lettuce may have another link, perhaps to another server.
     *
     * @param mayBeSent asked before each command is sent
     */
    static List<GuardedCommand> of(Batch batch, BooleanSupplier mayBeSent) {
        List<GuardedCommand> guarded = new ArrayList<>(batch.size());
        boolean isProven = batch.proofs() > 0;
        for (Command command : batch.commands()) {
            BooleanSupplier isInTime = isProven && !guarded.isEmpty()
                    ? () -> mayBeSent.getAsBoolean() && !guarded.get(0).isDone()
                    : mayBeSent;
            SendGuard guard = new SendGuard(command.isWrite(), isInTime);
            guarded.add(new GuardedCommand(command, batch.mayAskReplica(), guard));
        }
        return guarded;
    }

    /**
     * Returns the index of the first command that came too late for its proof, if all after it did, too, and all before
     * it have replies; otherwise the size of the batch. Lettuce hands over one command after the other, and another
     * user of the connection may flush the first of them before the last is there.
     */
    static int firstLate(Batch batch, List<GuardedCommand> commands, List<Reply> replies) {
        int first = batch.size();
        for (int i = 0; i < commands.size(); i++) {
            Guard guard = commands.get(i).guard;
            boolean isLate = i > 0 && guard.isLate() && !commands.get(i).isCompletedExceptionally();
            boolean isLost = replies.get(i) instanceof Reply.Failure failure && failure.serverError() == null;
            if (isLate) {
                first = Math.min(first, i);
            } else if (isLost || first < batch.size()) {
                return batch.size();
            }
        }
        return first;
    }

    /** Returns whether a server may have executed any write from a command on. */
    static boolean mayHaveWritten(Batch batch, List<GuardedCommand> commands, int from) {
        for (int i = from; i < commands.size(); i++) {
            if (batch.commands().get(i).isWrite() && commands.get(i).guard.mayHaveBeenSent()) {
                return true;
            }
        }
        return false;
    }

    /** Returns commands that stay on one link, with their common guard. */
    static List<GuardedCommand> onLink(List<Command> commands, LinkGuard guard) {
        List<GuardedCommand> guarded = new ArrayList<>(commands.size());
        for (Command command : commands) {
            guarded.add(new GuardedCommand(command, false, guard.of(guarded.size())));
        }
        return guarded;
    }

    /**
     * Returns the type by which Lettuce routes the command, not the name that is sent. Lettuce has no type for
     * BITFIELD_RO, so a look-up poses as another read of bits, and is routed by the connection's {@code ReadFrom}.
     */
    @Override
    public ProtocolKeyword getType() {
        return mayAskReplica ? CommandType.GETBIT : super.getType();
    }

    /**
     * Writes the command, or another one in its place. Lettuce expects one reply to each command that it has tried to
     * write, even if that has failed, so an exception would shift the replies to all users of the connection.
     */
    @Override
    public void encode(ByteBuf buffer) {
        output.beginAgain();
        if (guard.letPass()) {
            super.encode(buffer);
        } else {
            buffer.writeBytes(guard.endsGroup() ? DISCARD : PING);
        }
    }

    /** Returns false as long as the command must be sent: Lettuce sends none that is done. */
    @Override
    public boolean isDone() {
        return super.isDone() && !guard.isOwed();
    }

    /**
     * Returns the reply to this command, which has ended. From now on the command is not sent, unless it is owed: it
     * may have been ended by any thread, also while Lettuce is about to write it or to follow a redirect.
     *
     * @param values the answer, with a single element unless it is an array; null if there is none
     */
    Reply reply(@Nullable List<Object> values, @Nullable Throwable failure) {
        boolean isReplyOfAnother = guard.hasRefused();
        guard.withdraw();
        if (isReplyOfAnother) {
            return unanswered(failure == null ? new RedisException(reasonToRefuse()) : failure);
        }
        if (failure instanceof RedisCommandExecutionException error) {
            return Reply.Failure.ofServer(String.valueOf(error.getMessage()), error);
        }
        if (failure != null) {
            return unanswered(failure);
        }
        // Lettuce keeps no QUEUED, which is all that a command of a group is answered with.
        if (values == null || (values.isEmpty() && !verb.answersWithArray())) {
            return unanswered(new IllegalStateException("an answer without a value"));
        }
        return Reply.of(verb.answersWithArray() ? values : values.get(0));
    }

    private String reasonToRefuse() {
        return guard.isLate()
                ? "the command could not follow the proof that a primary answers on the same link"
                : "the connection was lost, and a write is not sent again";
    }

    private Reply unanswered(Throwable reason) {
        return guard.mayHaveBeenSent() ? Reply.Failure.noAnswer(reason) : Reply.Failure.notSent(reason);
    }
}
