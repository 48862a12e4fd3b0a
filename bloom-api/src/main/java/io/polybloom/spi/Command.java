package io.polybloom.spi;

import com.google.common.collect.ObjectArrays;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * One Redis command on one key, or about the writes to it ({@link Verb#WAIT}), as a value. The core makes commands, and
 * an adapter encodes them: the name of the {@link #verb}, then the {@link #words}. The arrays are not copied, for
 * speed, and must not be changed.
 */
public final class Command {

    private final Verb verb;
    private final boolean write;
    private final byte[] key;
    private final byte[][] arguments;

    /** Creates a command from its verb, its key and the arguments that follow the key. The arrays are not copied. */
    public Command(Verb verb, byte[] key, byte[]... arguments) {
        this(verb, verb.isWrite(), key, arguments);
    }

    private Command(Verb verb, boolean write, byte[] key, byte[]... arguments) {
        this.verb = verb;
        this.write = write;
        this.key = key;
        this.arguments = arguments;
    }

    /**
     * Creates a command that changes nothing although commands of its verb may. An example is BITFIELD with GET
     * operations only; a server that is not a primary refuses it nevertheless.
     */
    public static Command reading(Verb verb, byte[] key, byte[]... arguments) {
        return new Command(verb, false, key, arguments);
    }

    /** Returns the command's verb. */
    public Verb verb() {
        return verb;
    }

    /** Returns the key of the command, by which a cluster client finds the node. Binary. */
    public byte[] key() {
        return key;
    }

    /** Returns the arguments that follow the key. Binary; some may be megabytes long. */
    public byte[][] arguments() {
        return arguments;
    }

    /**
     * Returns all words that follow the command's name on the wire: the {@linkplain Verb#operation operation} and the
     * key if there are any, and the arguments.
     */
    public byte[][] words() {
        if (!verb.hasKey()) {
            return arguments;
        }
        byte[][] words = ObjectArrays.concat(key, arguments);
        return verb.operation().isEmpty()
                ? words
                : ObjectArrays.concat(verb.operation().get().getBytes(StandardCharsets.US_ASCII), words);
    }

    /**
     * Returns the {@link #words()} for a client that would convert each of them. A word that recurs every three or four
     * words, as GET, SET, the type and the value of a bit do, is converted once, at its second occurrence, and later
     * occurrences hold the same converted object; any other word is not converted.
     *
     * @param conversion turns a word into the form that the client sends
     */
    public Object[] words(Function<byte[], ?> conversion) {
        byte[][] words = words();
        Object[] converted = new Object[words.length];
        for (int i = 0; i < words.length; i++) {
            int back = distanceBack(words, i);
            if (back == 0) {
                converted[i] = words[i];
            } else {
                boolean isSecond = converted[i - back] == words[i];
                converted[i] = isSecond ? conversion.apply(words[i]) : converted[i - back];
            }
        }
        return converted;
    }

    private static int distanceBack(byte[][] words, int i) {
        if (i >= 4 && words[i] == words[i - 4]) {
            return 4;
        }
        return i >= 3 && words[i] == words[i - 3] ? 3 : 0;
    }

    /**
     * Returns whether the command may change the data set. If it may, it goes to the primary and must never be sent
     * again once it may have reached the server.
     */
    public boolean isWrite() {
        return write;
    }

    /** Returns how long the server may wait before it answers, in milliseconds; 0 except for WAIT and WAITAOF. */
    public long millisOfWait() {
        boolean waits = verb == Verb.WAIT || verb == Verb.WAITAOF;
        return waits ? Long.parseLong(new String(arguments[arguments.length - 1], StandardCharsets.US_ASCII)) : 0;
    }

    /**
     * Returns whether the command reads nothing and changes nothing of the caller's, and a server refuses it if it is
     * not a primary: a {@link Verb#WAIT}, or an UNLINK of a key that nobody has. At the beginning of a batch it proves
     * that a primary answers the commands after it.
     */
    public boolean isProof() {
        return verb == Verb.WAIT || (verb == Verb.UNLINK && !write);
    }

    /** Returns the verb, the key and the number of arguments. */
    @Override
    public String toString() {
        return verb.wireName() + " " + new String(key, StandardCharsets.UTF_8) + " (" + arguments.length
                + " arguments)";
    }
}
