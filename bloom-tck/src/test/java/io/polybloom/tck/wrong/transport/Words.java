package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Reads and writes the commands of the engine as text. */
public final class Words {

    /** The length of "GET u1 0 GET u7 1": a command that touches no bits but those of the trailer. */
    private static final int TRAILER = 6;

    private static final Pattern SETTING = Pattern.compile("SET (u1 [0-9]+) 1");

    private Words() {}

    /** The verb of the first command of a batch after the proofs that a primary answers. */
    public static Verb firstVerb(Batch batch) {
        return batch.commands().get(batch.proofs()).verb();
    }

    public static String key(Command command) {
        return new String(command.key(), StandardCharsets.UTF_8);
    }

    public static boolean isConfig(Command command) {
        return !key(command).matches(".*\\.[0-9]+(:.*)?");
    }

    /** Whether the command works on the trace. */
    public static boolean isTrace(Command command) {
        return key(command).matches(".*:trace(:.*)?");
    }

    /** Whether the command works on bits that are to be merged. */
    public static boolean isTemporary(Command command) {
        return key(command).matches(".*\\.[0-9]+:(?!new$).*");
    }

    /** Whether the command looks bits up: by BITFIELD_RO, or by a BITFIELD that sets nothing. */
    public static boolean isLookUp(Command command) {
        return command.verb() == Verb.BITFIELD_RO || command.verb() == Verb.BITFIELD && !command.isWrite();
    }

    /** Whether the command sets bits of elements, or the seal. */
    public static boolean isAdd(Command command) {
        return command.verb() == Verb.BITFIELD && command.isWrite();
    }

    /** Whether the command reads or writes bits of elements. */
    public static boolean touchesBits(Command command) {
        return (isAdd(command) || isLookUp(command)) && command.arguments().length > TRAILER;
    }

    /** The look-up of the bits that an add sets, or a look-up itself: the key and the parts that are read. */
    public static String asLookUp(Command command) {
        StringBuilder words = new StringBuilder(key(command));
        for (byte[] argument : command.arguments()) {
            words.append(' ').append(new String(argument, StandardCharsets.US_ASCII));
        }
        return SETTING.matcher(words).replaceAll("GET $1");
    }

    public static Command withKey(Command command, String key) {
        return with(command, key.getBytes(StandardCharsets.UTF_8), command.arguments());
    }

    /** The command without its last arguments. */
    public static Command shortened(Command command, int arguments) {
        byte[][] kept = Arrays.copyOf(command.arguments(), command.arguments().length - arguments);
        return with(command, command.key(), kept);
    }

    /** The command with another key and other arguments; one that changes nothing still does not. */
    public static Command with(Command command, byte[] key, byte[]... arguments) {
        return command.isWrite()
                ? new Command(command.verb(), key, arguments)
                : Command.reading(command.verb(), key, arguments);
    }

    public static Command of(Verb verb, byte[] key, String... arguments) {
        byte[][] bytes = new byte[arguments.length][];
        for (int i = 0; i < arguments.length; i++) {
            bytes[i] = arguments[i].getBytes(StandardCharsets.UTF_8);
        }
        return new Command(verb, key, bytes);
    }

    /** The reply with another value at one place, if it is an array of integers. */
    public static Reply withInteger(Reply reply, int place, long value) {
        if (!(reply instanceof Reply.Ints integers)) {
            return reply;
        }
        long[] values = integers.values().clone();
        values[place] = value;
        return new Reply.Ints(values);
    }

    /** Whether the server refuses the command when another client was faster, which depends on luck. */
    public static boolean isRace(Command command) {
        return command.verb() == Verb.RENAMENX;
    }

    /** Whether nobody knows if the command was executed. */
    public static boolean isUnanswered(Reply reply) {
        return reply instanceof Reply.Failure failure && failure.serverError() == null && failure.mayHaveBeenApplied();
    }
}
