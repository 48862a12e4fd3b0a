package io.polybloom.cli.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of one primary, as INFO shows it.
 *
 * @param address where the server is
 * @param used the bytes that it uses now
 * @param limit its {@code maxmemory} in bytes, 0 if it has none
 * @param evicts whether it removes other keys to make room
 */
public record ServerMemory(String address, long used, long limit, boolean evicts) {

    /** Reads the section "memory" of INFO. */
    static ServerMemory parse(String address, String info) {
        return new ServerMemory(
                address,
                number("used_memory", info),
                number("maxmemory", info),
                !info.contains("maxmemory_policy:noeviction"));
    }

    /** Returns whether the server has a limit. */
    public boolean isLimited() {
        return limit > 0;
    }

    /** Returns the bytes that a new filter can have at most; the largest number if there is no limit. */
    public long room() {
        if (!isLimited()) {
            return Long.MAX_VALUE;
        }
        return evicts ? limit : Math.max(0, limit - used);
    }

    private static long number(String field, String info) {
        Matcher line = Pattern.compile("(?m)^" + field + ":(\\d{1,18})\\r?$").matcher(info);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
}
