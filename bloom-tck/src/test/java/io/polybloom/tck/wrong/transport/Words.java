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
    private static final String LAYER = "[0-9a-f]{16}(?:\\.[0-9]+)?";
    private static final Pattern LAYER_OF_KEY = Pattern.compile("bloom:.*:[0-9]+}?:([0-9a-f]{16})");
    private static final Pattern LAYERS = Pattern.compile(".*;layers=([^;]+).*");
    private static final Pattern REGISTER = Pattern.compile("bloom:\\{([^}]*)}|bloom:.*\\{.*}.*:config");
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

    /** Whether the command works on a key of a filter as a whole, and not on one of its partitions. */
    public static boolean isOfWholeFilter(Command command) {
        return !key(command).matches("bloom:.*:[0-9]+}?:" + LAYER + "(:.*)?");
    }

    /** Whether the command works on the register. */
    private static boolean isOfRegister(Command command) {
        return REGISTER.matcher(key(command)).matches();
    }

    /** Whether the commands read the register and its copy, and perhaps their expiry, and do nothing else. */
    public static boolean isRead(Batch batch) {
        List<Command> commands = batch.commands().subList(batch.proofs(), batch.size());
        return commands.size() > 1
                && commands.stream().allMatch(command -> command.verb() == Verb.HGETALL || command.verb() == Verb.PTTL)
                && isOfRegister(commands.get(0));
    }

    /** The command on the register, if it is one on the copy. */
    public static Command ofRegister(Command command) {
        return withKey(command, key(command).replaceFirst(":copy$", ""));
    }

    /** Whether the reply shows a filter that is ready. */
    public static boolean saysReady(Reply reply) {
        return newest(reply).contains(";phase=ready;");
    }

    /** The newest version that a reading of the register or of its copy shows; empty if there is none. */
    private static String newest(Reply reply) {
        List<String> hash = texts(reply);
        String newest = "";
        long highest = 0;
        for (int i = 0; i + 1 < hash.size(); i += 2) {
            if (hash.get(i).matches("[0-9]{1,18}") && Long.parseLong(hash.get(i)) > highest) {
                highest = Long.parseLong(hash.get(i));
                newest = hash.get(i + 1);
            }
        }
        return newest;
    }

    /** The ids of the layers after the first one that a reading of the register shows. */
    public static List<String> laterLayers(Reply reply) {
        Matcher layers = LAYERS.matcher(newest(reply));
        return layers.matches()
                ? Stream.of(layers.group(1).split(","))
                        .skip(1)
                        .map(layer -> layer.split("/")[0])
                        .toList()
                : List.of();
    }

    /** Whether the command writes a version of a filter: a client that creates the filter sends it first. */
    public static boolean writesVersion(Command command) {
        return command.verb() == Verb.HSETNX && isOfRegister(command);
    }

    /** Whether the command says that the filter is being deleted. */
    public static boolean marksDeletion(Command command) {
        return writesVersion(command) && lastArgument(command).contains(";phase=deleting;");
    }

    /** Whether the command works on claims. */
    public static boolean isOfClaims(Command command) {
        return key(command).contains(":claims:");
    }

    /** Whether the command works on the attempts to import a filter. */
    public static boolean isOfImports(Command command) {
        return key(command).endsWith(":import");
    }

    /** The command, which removes keys, without those at which the server has filters of its own. */
    public static Command withoutServersFilters(Command command) {
        List<byte[]> keys = Stream.concat(Stream.of(command.key()), Stream.of(command.arguments()))
                .filter(key -> !text(key).endsWith(":bf"))
                .toList();
        return keys.isEmpty()
                ? new Command(command.verb(), bytes("-"))
                : new Command(
                        command.verb(),
                        keys.get(0),
                        keys.subList(1, keys.size()).toArray(byte[][]::new));
    }

    /** The id of the layer of which the command reads or writes a partition; empty if it is about something else. */
    public static String layer(Command command) {
        Matcher partition = LAYER_OF_KEY.matcher(key(command));
        return partition.matches() ? partition.group(1) : "";
    }

    /**
     * The name of the filter whose register the command reads, if it has no tag, and how many partitions the reply says
     * that it has.
     */
    public static Map<String, Integer> partitions(Command command, Reply reply) {
        Matcher register = REGISTER.matcher(key(command));
        if (command.verb() != Verb.HGETALL || !register.matches() || register.group(1) == null) {
            return Map.of();
        }
        return texts(reply).stream()
                .map(PARTITIONS::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(
                        text -> register.group(1), text -> Integer.valueOf(text.group(1)), (one, other) -> other));
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
        return key(command).matches(".*:" + LAYER + ":.*");
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
