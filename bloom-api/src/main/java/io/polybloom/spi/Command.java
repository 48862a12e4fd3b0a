package io.polybloom.spi;

import com.google.common.collect.ObjectArrays;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * One Redis command on one key, as a plain value. The arrays are handed out as they are, for speed; nobody may change them.
 */
public final class Command {

    private final Verb verb;
    private final byte[] key;
    private final byte[][] arguments;

    /** Creates a command from its verb, its key and the arguments that follow the key. The arrays are not copied. */
    public Command(Verb verb, byte[] key, byte[]... arguments) {
        this.verb = verb;
        this.key = key;
        this.arguments = arguments;
    }

    /** The command's name. */
    public Verb verb() {
        return verb;
    }

    /** The key that the command works on. */
    public byte[] key() {
        return key;
    }

    /** The arguments that follow the key. */
    public byte[][] arguments() {
        return arguments;
    }

    /** All words that follow the command's name on the wire: the operation if there is one, the key and the arguments. */
    public byte[][] words() {
        byte[][] words = ObjectArrays.concat(key, arguments);
        return verb.operation().isEmpty()
                ? words
                : ObjectArrays.concat(verb.operation().get().getBytes(StandardCharsets.US_ASCII), words);
    }

    /**
     * The {@link #words()}, of which those that come back after three or four others, as GET, SET, the type and the value of a bit do,
     * are converted, once for all their places, for a client that would convert each.
     */
    public Object[] words(Function<byte[], ?> conversion) {
        byte[][] words = words();
        Object[] converted = new Object[words.length];
        for (int i = 0; i < words.length; i++) {
            Object same = i > 3 && words[i] == words[i - 4]
                    ? converted[i - 4]
                    : i > 2 && words[i] == words[i - 3] ? converted[i - 3] : null;
            boolean isSecond = same == words[i];
            converted[i] = isSecond ? conversion.apply(words[i]) : same == null ? words[i] : same;
        }
        return converted;
    }

    /** Whether the command may change the data set. */
    public boolean isWrite() {
        return verb.isWrite();
    }

    /** The verb, the key and the number of arguments. */
    @Override
    public String toString() {
        return verb + " " + new String(key, StandardCharsets.UTF_8) + " (" + arguments.length + " arguments)";
    }
}
