package io.polybloom.kafka.streams;

import io.polybloom.Claims;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The claims of one partition. An operator before this one may make several records of one: so a delivery is an offset
 * together with the place of the element among the distinct elements of that offset.
 *
 * <p>If an offset is processed again by the same task, as after a failed send, its elements find their former places,
 * and so their former deliveries: none is taken for its own duplicate. Those that went through before are duplicates.
 */
final class PartitionClaims<T> {

    /** The low bits of a delivery: the place. The others hold an offset below 2^47. */
    private static final int PLACE_BITS = 16;

    private final Claims<T> claims;
    private final Map<Object, Integer> places = new HashMap<>();
    private final Set<Object> done = new HashSet<>();
    private long offset = -1;
    private long settled;

    PartitionClaims(Claims<T> claims) {
        this.claims = claims;
    }

    /**
     * Claims an element.
     *
     * @return true if its record is to be forwarded, and then {@linkplain #done reported}
     */
    boolean claim(long recordOffset, T element) {
        if (recordOffset != offset) {
            offset = recordOffset;
            places.clear();
            done.clear();
        }
        Object key = key(element);
        if (done.contains(key)) {
            return false;
        }
        int place = places.computeIfAbsent(key, unknown -> places.size());
        if (place >> PLACE_BITS != 0) {
            throw new IllegalStateException(
                    "more than " + (1 << PLACE_BITS) + " distinct elements at offset " + offset);
        }
        return claims.add(recordOffset << PLACE_BITS | place, element);
    }

    /** Records that the element of the current offset was forwarded, or was a duplicate. */
    void done(T element) {
        done.add(key(element));
    }

    /**
     * Settles the deliveries of earlier offsets.
     *
     * @param committed the next offset to be read, as the broker knows it
     */
    void settle(long committed) {
        if (committed > settled) {
            claims.settle((committed << PLACE_BITS) - 1);
            settled = committed;
        }
    }

    private static Object key(Object element) {
        return element instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : element;
    }
}
