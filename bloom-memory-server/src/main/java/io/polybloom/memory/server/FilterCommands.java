package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The commands on a server's own Bloom filters. A filter is a hash of its parameters and its items, so it is exact: it
 * never reports an absent item as present.
 */
final class FilterCommands {

    private static final String FILTER = "filter";
    private static final String CAPACITY = "capacity";
    private static final String SCALES = "scales";
    private static final String ITEM = "item:";
    private static final byte[] YES = {'1'};
    private static final byte[] NO = {'0'};
    private static final String NOT_FOUND = "ERR not found";

    /** The fields that are not items. */
    private static final int PARAMETERS = 3;

    /** The number of bytes that an item is reported to take: about that of an error rate of 0.001. */
    private static final long BYTES_OF_AN_ITEM = 2;

    private final Keyspace keys;

    FilterCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply reserve(Words words) {
        words.requireAtLeast(4);
        if (keys.exists(words.text(1))) {
            throw new ServerError("ERR item exists");
        }
        boolean scales = words.count() == 4 || !words.option(words.count() - 1).equals("NONSCALING");
        Map<String, byte[]> filter = keys.hashToWrite(words.text(1));
        filter.put(FILTER, YES);
        filter.put(CAPACITY, Long.toString(words.integer(3)).getBytes(StandardCharsets.ISO_8859_1));
        filter.put(SCALES, scales ? YES : NO);
        return Answer.OK;
    }

    /** Adds items to a filter that exists; ends with an error in place of the first item that has no room. */
    Reply insert(Words words) {
        words.requireAtLeast(5);
        words.require(words.option(2).equals("NOCREATE") && words.option(3).equals("ITEMS"));
        Map<String, byte[]> filter = filter(words);
        boolean scales = filter.get(SCALES) == YES;
        List<Reply> replies = new ArrayList<>();
        for (int i = 4; i < words.count(); i++) {
            String item = ITEM + words.text(i);
            if (!filter.containsKey(item) && !scales && items(filter) >= capacity(filter)) {
                replies.add(Reply.Failure.ofServer("ERR non scaling filter is full", null));
                break;
            }
            replies.add(Answer.flag(filter.putIfAbsent(item, YES) == null));
        }
        return Reply.of(replies.stream().map(FilterCommands::plain).toList());
    }

    /** Looks items up; a key without a filter has none of them. */
    Reply exist(Words words) {
        words.requireAtLeast(3);
        boolean isFilter =
                keys.isHash(words.text(1)) && keys.hash(words.text(1)).containsKey(FILTER);
        long[] found = new long[words.count() - 2];
        for (int i = 0; i < found.length; i++) {
            found[i] = isFilter && keys.hash(words.text(1)).containsKey(ITEM + words.text(i + 2)) ? 1 : 0;
        }
        return new Reply.Ints(found);
    }

    Reply info(Words words) {
        words.requireAtLeast(2);
        Map<String, byte[]> filter = filter(words);
        long series = 1;
        long room = capacity(filter);
        while (room < items(filter)) {
            room += capacity(filter) << series++;
        }
        if (words.count() > 2) {
            words.require(words.option(2).equals("CAPACITY"));
            return new Reply.Ints(new long[] {room});
        }
        return new Reply.Many(List.of(
                Answer.text("Capacity"),
                Answer.integer(room),
                Answer.text("Size"),
                Answer.integer(BYTES_OF_AN_ITEM * room),
                Answer.text("Number of filters"),
                Answer.integer(series),
                Answer.text("Number of items inserted"),
                Answer.integer(items(filter)),
                Answer.text("Expansion rate"),
                filter.get(SCALES) == YES ? Answer.integer(2) : Answer.NIL));
    }

    private Map<String, byte[]> filter(Words words) {
        String key = words.text(1);
        if (!keys.exists(key)) {
            throw new ServerError(NOT_FOUND);
        }
        if (!keys.hash(key).containsKey(FILTER)) {
            throw new ServerError(ServerError.WRONG_TYPE);
        }
        return keys.hashToWrite(key);
    }

    private static long items(Map<String, byte[]> filter) {
        return filter.size() - PARAMETERS;
    }

    private static long capacity(Map<String, byte[]> filter) {
        return Long.parseLong(new String(filter.get(CAPACITY), StandardCharsets.ISO_8859_1));
    }

    private static Object plain(Reply reply) {
        return reply instanceof Reply.Int flag ? flag.value() : reply;
    }
}
