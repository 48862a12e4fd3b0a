package io.polybloom.internal.claims;

import com.google.common.primitives.Bytes;
import io.polybloom.internal.model.StrangeValue;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A member of a set of claims: the deliveries of one call, at most {@link #MOST} of them, and which of them are
 * claimed. The text begins with the last delivery, so that the set sorts its claims by it, and a settlement can remove
 * a range of them. Immutable.
 *
 * @param first the first delivery
 * @param size the number of deliveries, from 1
 * @param token drawn for the call; two calls never have the same claim
 * @param claimed the places of the deliveries that are claimed, from 0; all of them while the call has no answers
 */
record Claim(long first, int size, String token, BitSet claimed) {

    /** The most deliveries of a claim, which bounds how far after a delivery its claim may end. */
    static final int MOST = 1024;

    private static final int HEX = 16;
    private static final Pattern TEXT =
            Pattern.compile("([0-9a-f]{16})\\.([0-9]{1,4})\\.([0-9a-f]{16})(?:\\.([0-9a-f]{1,256}))?");

    /** Sorts after the rest of every claim that ends with the delivery before this text. */
    private static final String BEHIND = "~";

    /** Returns the least text of a claim that ends with this delivery. */
    static String least(long last) {
        return hex(last);
    }

    /** Returns a text that follows all claims that end with this delivery. */
    static String greatest(long last) {
        return hex(last) + BEHIND;
    }

    /** Returns the last delivery of the last claim that may hold a delivery. */
    static long furthest(long delivery) {
        return delivery > Long.MAX_VALUE - MOST ? Long.MAX_VALUE : delivery + MOST - 1;
    }

    /** Reads a claim. */
    static Claim read(String name, String text) {
        Matcher parts = TEXT.matcher(text);
        if (parts.matches()) {
            long last = Long.parseLong(parts.group(1), HEX);
            int size = Integer.parseInt(parts.group(2));
            if (size >= 1 && size <= MOST && last >= size - 1) {
                BitSet claimed = new BitSet();
                String bits = parts.group(4);
                if (bits == null) {
                    claimed.set(0, size);
                } else {
                    claimed = fromHex(bits);
                }
                if (claimed.length() <= size) {
                    return new Claim(last - size + 1, size, parts.group(3), claimed);
                }
            }
        }
        throw StrangeValue.complaint(
                name,
                "the claims of the filter '" + name + "' contain an entry that Polybloom did not write: '" + text
                        + "'. Clear the filter, or choose another name for the writer",
                null);
    }

    /** Returns the last delivery. */
    long last() {
        return first + size - 1;
    }

    /** Returns the text under which the claim is stored. */
    String text() {
        String text = hex(last()) + "." + size + "." + token;
        return claimed.cardinality() == size ? text : text + "." + new BigInteger(1, bigEndian()).toString(HEX);
    }

    /** Returns the bytes with the claim of the first delivery in the lowest bit of the number. */
    private byte[] bigEndian() {
        byte[] bytes = claimed.toByteArray();
        Bytes.reverse(bytes);
        return bytes;
    }

    private static BitSet fromHex(String bits) {
        byte[] bytes = new BigInteger(bits, HEX).toByteArray();
        Bytes.reverse(bytes);
        return BitSet.valueOf(bytes);
    }

    private static String hex(long delivery) {
        return "%016x".formatted(delivery);
    }
}
