package io.polybloom.internal.redis;

import static io.polybloom.internal.redis.Commands.ascii;
import static io.polybloom.internal.redis.Commands.decimal;

import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Locale;

/**
 * Makes the commands for the server's own filters, the keys of partitions whose bits the server stores, and knows what
 * a server answers in place of doing them. RedisBloom and Valkey use the same words: {@code ERR not found}, {@code ERR
 * item exists} and {@code ERR non scaling filter is full}. Other servers may use a few more words.
 */
public final class ModuleCommands {

    private static final byte[] NO_SCALING = ascii("NONSCALING");
    private static final byte[] NO_CREATION = ascii("NOCREATE");
    private static final byte[] ITEMS = ascii("ITEMS");
    private static final byte[] CAPACITY = ascii("CAPACITY");

    private static final String NO_SUCH_FILTER = "not found";
    private static final String EXISTS = "exists";
    private static final String FULL = "filter is full";
    private static final String UNKNOWN_COMMAND = "err unknown command";

    private ModuleCommands() {}

    /** Makes an empty filter for a partition under a key; one that is there stays as it is, and the command fails. */
    static Command reserve(byte[] key, Partition partition) {
        Layer layer = partition.layer();
        byte[] rate = ascii(Double.toString(layer.rateOfPartition()));
        byte[] capacity = decimal(layer.capacityOfPartition());
        return layer.filter().overCapacity() == OverCapacity.REJECT
                ? new Command(Verb.BF_RESERVE, key, rate, capacity, NO_SCALING)
                : new Command(Verb.BF_RESERVE, key, rate, capacity);
    }

    /**
     * Adds items to the filter of a partition, and fails if there is none: so a filter that was lost is not created
     * again.
     */
    public static Command insert(Partition partition, List<byte[]> items) {
        byte[][] arguments = new byte[items.size() + 2][];
        arguments[0] = NO_CREATION;
        arguments[1] = ITEMS;
        for (int i = 0; i < items.size(); i++) {
            arguments[i + 2] = items.get(i);
        }
        return new Command(Verb.BF_INSERT, partition.filterKey(), arguments);
    }

    /** Looks items up. The answer is the same if there is no such filter as if it has none of the items. */
    public static Command exist(Partition partition, List<byte[]> items) {
        return new Command(Verb.BF_MEXISTS, partition.filterKey(), items.toArray(new byte[0][]));
    }

    /** Tells the capacity of the filter of a partition, and fails if there is none. */
    public static Command capacity(Partition partition) {
        return new Command(Verb.BF_INFO, partition.filterKey(), CAPACITY);
    }

    /** Tells all about a filter, and fails if there is none. */
    public static Command info(byte[] key) {
        return new Command(Verb.BF_INFO, key);
    }

    /** Returns whether there is no filter under the key. */
    public static boolean saysNoSuchFilter(Reply reply) {
        return hasError(reply, NO_SUCH_FILTER);
    }

    /** Returns whether a filter could not be made since the key exists. */
    static boolean saysItExists(Reply reply) {
        return hasError(reply, EXISTS);
    }

    /** Returns whether an element was refused since the filter is full and must not grow. */
    static boolean saysFull(Reply reply) {
        return hasError(reply, FULL);
    }

    /** Returns whether the server has no such command. */
    static boolean isUnknown(Verb verb, String error) {
        return verb.isOfModule() && error.toLowerCase(Locale.ROOT).startsWith(UNKNOWN_COMMAND);
    }

    private static boolean hasError(Reply reply, String error) {
        return reply instanceof Reply.Failure failure
                && failure.serverError() != null
                && failure.serverError().startsWith("ERR ")
                && failure.serverError().endsWith(error);
    }
}
