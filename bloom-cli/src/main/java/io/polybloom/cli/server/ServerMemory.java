package io.polybloom.cli.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of one primary, as INFO shows it.
 *
 * @param address where the server is
 * @param used the bytes that it uses now
 * @param maxmemory its own limit in bytes, 0 if it has none
 * @param host the bytes of memory that its host has, 0 if the server does not tell
 * @param evicts whether it removes other keys to make room
 */
public record ServerMemory(String address, long used, long maxmemory, long host, boolean evicts) {

    /** Reads the section "memory" of INFO. */
    static ServerMemory parse(String address, String info) {
        return new ServerMemory(
                address,
                number("used_memory", info),
                number("maxmemory", info),
                number("total_system_memory", info),
                !info.contains("maxmemory_policy:noeviction"));
    }

    /** Returns the bytes that the server can use: its own limit, or else the memory of its host; 0 if none is known. */
    public long limit() {
        return maxmemory > 0 ? maxmemory : host;
    }

    /** Returns the bytes that a new filter can have at most; the largest number if no limit is known. */
    public long room() {
        if (limit() == 0) {
            return Long.MAX_VALUE;
        }
        return maxmemory > 0 && evicts ? maxmemory : Math.max(0, limit() - used);
    }

    private static long number(String field, String info) {
        Matcher line = Pattern.compile("(?m)^" + field + ":(\\d{1,18})\\r?$").matcher(info);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
}
