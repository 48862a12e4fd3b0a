package io.polybloom.internal.server;

import static io.polybloom.internal.redis.Commands.ascii;
import static io.polybloom.internal.redis.Commands.decimal;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.RefusalRoom.Refusal;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes the commands for the server's own filters, which are the keys of partitions whose bits the server stores, and
 * reads the replies. RedisBloom and Valkey use the same words: {@code ERR not found}, {@code ERR item exists} and
 * {@code ERR non scaling filter is full}. Other servers may use a few more words.
 */
final class ModuleCommands {

    private static final byte[] NO_SCALING = ascii("NONSCALING");
    private static final byte[] NO_CREATION = ascii("NOCREATE");
    private static final byte[] ITEMS = ascii("ITEMS");
    private static final byte[] CAPACITY = ascii("CAPACITY");

    /**
     * The number of standard deviations by which one of the server's filters is larger than its share of the elements:
     * beyond six there is about one partition in a billion, P(Z > 6) = 9.9e-10 for a normal distribution.
     */
    private static final int SPREAD = 6;

    private static final String NO_SUCH_FILTER = "not found";
    private static final String FULL = "filter is full";
    private static final String UNKNOWN_COMMAND = "err unknown command";
    private static final String NO_PERMISSION = "NOPERM";

    private ModuleCommands() {}

    /**
     * Makes an empty filter for a partition of a layer under a key; one that is there stays as it is, and the command
     * fails.
     */
    static Command reserve(byte[] key, Layer layer) {
        byte[] rate = ascii(Double.toString(layer.filter().falsePositiveRate()));
        byte[] capacity = decimal(capacityOfPartition(layer));
        return layer.refusesWhenFull()
                ? new Command(Verb.BF_RESERVE, key, rate, capacity, NO_SCALING)
                : new Command(Verb.BF_RESERVE, key, rate, capacity);
    }

    /**
     * Returns the capacity of each partition of a layer. Some get more elements than others; six standard deviations
     * allow for that, so that hardly one partition in a billion is full before the layer is.
     */
    private static long capacityOfPartition(Layer layer) {
        int partitions = layer.geometry().partitions();
        if (partitions == 1) {
            return layer.capacity();
        }
        double share = (double) layer.capacity() / partitions;
        return (long) Math.ceil(share + SPREAD * Math.sqrt(share));
    }

    /** Adds items to a filter, and fails if there is none: so a filter that was lost is not created again. */
    static Command insert(byte[] key, List<byte[]> items) {
        byte[][] arguments = new byte[items.size() + 2][];
        arguments[0] = NO_CREATION;
        arguments[1] = ITEMS;
        for (int i = 0; i < items.size(); i++) {
            arguments[i + 2] = items.get(i);
        }
        return new Command(Verb.BF_INSERT, key, arguments);
    }

    /** Looks items up. The answer is the same if there is no such filter as if it has none of the items. */
    static Command exist(byte[] key, List<byte[]> items) {
        return new Command(Verb.BF_MEXISTS, key, items.toArray(new byte[0][]));
    }

    /** Tells the capacity of a filter, and fails if there is none. */
    static Command capacity(byte[] key) {
        return new Command(Verb.BF_INFO, key, CAPACITY);
    }

    /** Tells all about a filter, and fails if there is none. */
    static Command info(byte[] key) {
        return new Command(Verb.BF_INFO, key);
    }

    /** Returns whether there is no filter under the key. */
    static boolean saysNoSuchFilter(Reply reply) {
        return hasError(reply, NO_SUCH_FILTER);
    }

    /** Returns whether an element was refused since the filter is full and must not grow. */
    static boolean saysFull(Reply reply) {
        return hasError(reply, FULL);
    }

    /** Returns the complaint that the server has no such command, or this user may not use it. */
    static Optional<BloomFilterException> complaint(Refusal refusal) {
        Verb verb = refusal.command().verb();
        if (verb.isOfModule() && refusal.error().toLowerCase(Locale.ROOT).startsWith(UNKNOWN_COMMAND)) {
            return Optional.of(new UnsupportedFilterException("the server has no command " + verb.wireName()
                    + ", which the filter needs: use Redis 8, load the module RedisBloom or valkey-bloom, or"
                    + " choose a layout that needs no module, such as " + Layouts.CLASSIC
                    + "; the server said: " + refusal.error()));
        }
        if (verb.isOfModule() && refusal.code().equals(NO_PERMISSION)) {
            return Optional.of(new BackendException(
                    BackendException.Reason.AUTHENTICATION,
                    false,
                    "the user lacks the right to a command that the filter needs: allow BF.RESERVE, BF.INSERT,"
                            + " BF.MEXISTS and BF.INFO, or choose a layout that needs no module, such as "
                            + Layouts.CLASSIC + "; the server said: " + refusal.said(),
                    refusal.cause()));
        }
        return Optional.empty();
    }

    /**
     * Reads the reply to an add: 1 says that an element is new. A filter that is full and must not grow ends its answer
     * with an error in place of the element that it refused; it has ignored those after it.
     *
     * @param size the number of elements
     */
    static ElementOutcome[] added(Command command, Reply reply, int size) {
        if (saysFull(reply)) {
            return refusedAtOnce(command, (Reply.Failure) reply, size);
        }
        Answers.requireSuccess(command, reply);
        ElementOutcome[] outcomes = new ElementOutcome[size];
        Arrays.fill(outcomes, ElementOutcome.UNKNOWN);
        if (reply instanceof Reply.Ints integers && integers.values().length == size) {
            take(integers.values(), outcomes, ElementOutcome.NEW, ElementOutcome.PRESENT);
            return outcomes;
        }
        if (reply instanceof Reply.Many many
                && !many.elements().isEmpty()
                && many.elements().size() <= size
                && takeUntilRefusal(command, many.elements(), outcomes)) {
            return outcomes;
        }
        throw Answers.unexpected(reply, command.toString());
    }

    /**
     * Reads the reply to a look-up: 1 says that an element is present.
     *
     * @param size the number of elements
     */
    static ElementOutcome[] found(Command command, Reply reply, int size) {
        ElementOutcome[] outcomes = new ElementOutcome[size];
        take(Answers.integers(command, reply, size), outcomes, ElementOutcome.PRESENT, ElementOutcome.NEW);
        return outcomes;
    }

    private static void take(long[] flags, ElementOutcome[] outcomes, ElementOutcome yes, ElementOutcome no) {
        for (int i = 0; i < flags.length; i++) {
            outcomes[i] = flags[i] == 0 ? no : yes;
        }
    }

    private static boolean takeUntilRefusal(Command command, List<Reply> elements, ElementOutcome[] outcomes) {
        int last = elements.size() - 1;
        for (int i = 0; i < last; i++) {
            if (!(elements.get(i) instanceof Reply.Int flag)) {
                return false;
            }
            outcomes[i] = flag.value() == 0 ? ElementOutcome.PRESENT : ElementOutcome.NEW;
        }
        if (elements.get(last) instanceof Reply.Failure other && !saysFull(other)) {
            // The elements before the error have been added.
            throw Answers.failure(command, new Reply.Failure(other.serverError(), other.cause(), true));
        }
        outcomes[last] = ElementOutcome.REFUSED;
        return saysFull(elements.get(last));
    }

    /**
     * Returns the outcomes if an error takes the place of the whole answer. The documented answer has a place for each
     * element before the refused one. Without these, any of several elements may have been added.
     *
     * @throws BackendException if there are several elements
     */
    private static ElementOutcome[] refusedAtOnce(Command command, Reply.Failure failure, int size) {
        if (size > 1) {
            throw new BackendException(
                    BackendException.Reason.SERVER_ERROR,
                    true,
                    "the server refused " + command + " and did not say which of the " + size
                            + " elements it had added: " + failure.serverError(),
                    failure.cause());
        }
        return new ElementOutcome[] {ElementOutcome.REFUSED};
    }

    private static boolean hasError(Reply reply, String error) {
        return reply instanceof Reply.Failure failure
                && failure.serverError() != null
                && failure.serverError().startsWith("ERR ")
                && failure.serverError().endsWith(error);
    }
}
