package io.polybloom.internal.server;

import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The server's description of one of its own filters.
 *
 * @param capacity the number of elements that it has room for, over all filters of its series
 * @param bytes the memory that it takes
 * @param filters the length of the series: 1 unless it has grown
 * @param items the number of elements that were new when they were added
 * @param scales whether it grows beyond the capacity with which it was made
 */
record ModuleInfo(long capacity, long bytes, long filters, long items, boolean scales) {

    /**
     * Reads the reply to {@link ModuleCommands#info}: names and values in alternation, in any order, with unknown ones
     * ignored.
     */
    static ModuleInfo read(Command command, Reply reply) {
        Answers.requireSuccess(command, reply);
        if (!(reply instanceof Reply.Many many)) {
            throw Answers.unexpected(reply, command.toString());
        }
        List<Reply> fields = many.elements();
        return new ModuleInfo(
                number(fields, "capacity", command, reply),
                number(fields, "size", command, reply),
                number(fields, "number of filters", command, reply),
                number(fields, "number of items inserted", command, reply),
                scales(fields));
    }

    /** A filter that must not grow has no rate of expansion: the server answers nil, and Valkey -1. */
    private static boolean scales(List<Reply> fields) {
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            if (isNamed(fields.get(i), "expansion rate") && fields.get(i + 1) instanceof Reply.Int rate) {
                return rate.value() > 0;
            }
        }
        return false;
    }

    /**
     * Returns the rate that the bytes allow, at most: those of the first filter, by the textbook's {@code p = e^(-M/n
     * ln2^2)}. The server does not tell the rate that it was asked for.
     */
    double rateBySize() {
        double bitsPerElement = (double) Byte.SIZE * bytes / capacity;
        double rate = Math.exp(-bitsPerElement * Math.log(2) * Math.log(2));
        return Math.min(Math.max(scales ? 2 * rate : rate, Double.MIN_VALUE), Math.nextDown(1.0));
    }

    private static boolean isNamed(Reply field, String name) {
        return field instanceof Reply.Bytes bytes
                && name.equals(new String(bytes.value(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
    }

    private static long number(List<Reply> fields, String name, Command command, Reply whole) {
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            if (isNamed(fields.get(i), name) && fields.get(i + 1) instanceof Reply.Int value) {
                return value.value();
            }
        }
        throw Answers.unexpected(whole, command.toString());
    }
}
