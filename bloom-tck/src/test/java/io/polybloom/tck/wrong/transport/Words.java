package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads and writes the commands of the engine as text. No other class of the wrong backends knows how filters are
 * stored.
 */
public final class Words {

    /** The length of "GET u1 0 GET u7 1": a command that touches no bits but those of the trailer. */
    private static final int TRAILER = 6;

    private static final Pattern PARTITION = Pattern.compile("bloom:\\{(.*):([0-9]+)}(:.*)");
    private static final Pattern CONFIG = Pattern.compile("bloom:\\{(.*)}");
    private static final Pattern PARTITIONS = Pattern.compile(".*;partitions=([0-9]+);.*");

    private static final Pattern SETTING = Pattern.compile("SET (u1 [0-9]+) 1");

    /** The reply to a reading of a hash or a set that is not there. */
    public static final Reply NOTHING = new Reply.Many(List.of());

    private Words() {}

    /** The first command of a batch after the proofs that a primary answers. */
    public static Command first(Batch batch) {
        return batch.commands().get(batch.proofs());
    }

    public static Verb firstVerb(Batch batch) {
        return first(batch).verb();
    }

    public static String key(Command command) {
        return text(command.key());
    }

    public static String text(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }

    public static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }

    /** The words of an array; those that are no strings are empty. */
    public static List<String> texts(Reply reply) {
        return reply instanceof Reply.Many words
                ? words.elements().stream()
                        .map(word -> word instanceof Reply.Bytes bytes ? text(bytes.value()) : "")
                        .toList()
                : List.of();
    }

    /** The last argument, if there is one. */
    public static String lastArgument(Command command) {
        byte[][] arguments = command.arguments();
        return arguments.length == 0 ? "" : text(arguments[arguments.length - 1]);
    }

    public static boolean isConfig(Command command) {
        return !key(command).matches(".*\\.[0-9]+(:.*)?");
    }

    /** Whether the command works on the trace. */
    private static boolean isTrace(Command command) {
        return key(command).matches(".*:trace(:.*)?");
    }

    /** Whether these are the commands by which a client looks for a filter: it reads the config, and then the trace. */
    public static boolean isFirstLook(List<Command> commands) {
        return commands.size() == 2
                && commands.stream().allMatch(command -> command.verb() == Verb.HGETALL)
                && isTrace(commands.get(1));
    }

    /** Whether the reply is a config that says that the partitions are there. */
    public static boolean saysReady(Command command, Reply reply) {
        if (command.verb() != Verb.HGETALL) {
            return false;
        }
        List<String> config = texts(reply);
        for (int i = 0; i + 1 < config.size(); i += 2) {
            if (config.get(i).startsWith("ready.") && !config.get(i + 1).contains("=")) {
                return true;
            }
        }
        return false;
    }

    /** Whether the command writes a field of the config: a client that creates the filter sends it first. */
    public static boolean writesConfig(Command command) {
        return command.verb() == Verb.HSETNX && !isTrace(command);
    }

    /** Whether the command says that the filter is deleted. */
    public static boolean marksDeletion(Command command) {
        return command.verb() == Verb.HSETNX && lastArgument(command).equals("deleted");
    }

    /** Whether the command works on claims. */
    public static boolean isOfClaims(Command command) {
        return key(command).contains(":claims:");
    }

    /** Whether the command works on a key that has not got its name yet. */
    public static boolean isUnborn(Command command) {
        return key(command).endsWith(":new");
    }

    /** Whether the command works on the attempts to import a filter. */
    public static boolean isOfImports(Command command) {
        return key(command).endsWith(":import");
    }

    /** Whether the command works on a filter that the server has of its own. */
    public static boolean isOfServersFilter(Command command) {
        return key(command).endsWith(":bf");
    }

    /** Whether the command works on a partition of a layer after the first one. */
    public static boolean isOfLaterLayer(Command command) {
        return key(command).matches("bloom:.*:[0-9a-f]{16}\\.[1-9][0-9]*");
    }

    /** The name of the filter whose config the command reads, and how many partitions the reply says that it has. */
    public static Map<String, Integer> partitions(Command command, Reply reply) {
        Matcher config = CONFIG.matcher(key(command));
        if (command.verb() != Verb.HGETALL || !config.matches()) {
            return Map.of();
        }
        return texts(reply).stream()
                .map(PARTITIONS::matcher)
                .filter(Matcher::matches)
                .collect(
                        Collectors.toMap(spec -> config.group(1), spec -> Integer.valueOf(spec.group(1)), (a, b) -> b));
    }

    /**
     * The command on the partition after its own, or on the first one after the last.
     *
     * @param partitions how many each filter has
     */
    public static Command ofNeighbour(Command command, Map<String, Integer> partitions) {
        Matcher key = PARTITION.matcher(key(command));
        if (!key.matches()) {
            return command;
        }
        int neighbour = (Integer.parseInt(key.group(2)) + 1) % partitions.get(key.group(1));
        return withKey(command, "bloom:{" + key.group(1) + ":" + neighbour + "}" + key.group(3));
    }

    /** Whether the command works on bits that are to be merged. */
    public static boolean isTemporary(Command command) {
        return key(command).matches(".*\\.[0-9]+:(?!new$).*");
    }

    /** Whether the command looks bits up: by BITFIELD_RO, or by a BITFIELD that sets nothing. */
    public static boolean isLookUp(Command command) {
        return command.verb() == Verb.BITFIELD_RO || command.verb() == Verb.BITFIELD && !command.isWrite();
    }

    /** Whether the command looks up bits of elements, one by one or whole partitions. */
    public static boolean readsBits(Command command) {
        return isLookUp(command) && touchesBits(command) || command.verb() == Verb.GETRANGE;
    }

    /** Whether the key is one of a slice, and not of a layer: slices are counted since 1970. */
    public static boolean isOfSlice(Command command) {
        return key(command).matches(".*\\.[0-9]{4,}(:.*)?");
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
            words.append(' ').append(text(argument));
        }
        return SETTING.matcher(words).replaceAll("GET $1");
    }

    public static Command withKey(Command command, String key) {
        return with(command, bytes(key), command.arguments());
    }

    public static Command withVerb(Command command, Verb verb) {
        return new Command(verb, command.key(), command.arguments());
    }

    public static Command withArguments(Command command, byte[]... arguments) {
        return with(command, command.key(), arguments);
    }

    /** The command without its last arguments. */
    public static Command shortened(Command command, int arguments) {
        byte[][] kept = Arrays.copyOf(command.arguments(), command.arguments().length - arguments);
        return withArguments(command, kept);
    }

    /** The command with another key and other arguments; one that changes nothing still does not. */
    public static Command with(Command command, byte[] key, byte[]... arguments) {
        return command.isWrite()
                ? new Command(command.verb(), key, arguments)
                : Command.reading(command.verb(), key, arguments);
    }

    public static Command of(Verb verb, byte[] key, String... arguments) {
        return new Command(verb, key, Stream.of(arguments).map(Words::bytes).toArray(byte[][]::new));
    }

    /** The reply with another value, if it is an integer. */
    public static Reply withInteger(Reply reply, LongUnaryOperator change) {
        return reply instanceof Reply.Int number ? new Reply.Int(change.applyAsLong(number.value())) : reply;
    }

    /** The reply with other values, if it is an array of integers: the change gets a copy. */
    public static Reply withIntegers(Reply reply, UnaryOperator<long[]> change) {
        return reply instanceof Reply.Ints integers
                ? new Reply.Ints(change.apply(integers.values().clone()))
                : reply;
    }

    /** The reply with another value at one place, if it is an array of integers. */
    public static Reply withInteger(Reply reply, int place, long value) {
        return withIntegers(reply, values -> {
            values[place] = value;
            return values;
        });
    }

    /** The reply with other bytes, if it is a string. */
    public static Reply withBytes(Reply reply, UnaryOperator<byte[]> change) {
        return reply instanceof Reply.Bytes bytes ? new Reply.Bytes(change.apply(bytes.value())) : reply;
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
