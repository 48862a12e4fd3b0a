package io.polybloom;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * A cache of the bits that this JVM has seen set in Redis. They stay set until the filter is cleared or, with a window,
 * forgets them. So an element whose bits are all known is present: {@code mightContain} returns true and {@code add}
 * returns false without asking Redis. Every other element is looked up in Redis; if it is found there, or added, it is
 * known from then on.
 *
 * <p>Each answer from the cache is one that Redis would have given at some moment within the last
 * {@link #checkedEvery}: the cache answers only if, within that time, a reply from Redis has confirmed that the
 * element's partition is alive. That time therefore limits how long an expiry, a lost key, or a deletion, {@code clear}
 * or rebuild by another client can go unnoticed; changes by the same open filter are noticed at once. An element that
 * is known but was not confirmed in time costs one read of its k bits, and its {@code add} causes no write; bulk
 * operations ask Redis for it as for any other.
 *
 * <p>An immutable value. Each filter that is opened with it has its own cache.
 */
public final class NearCache {

    /** The least memory that a cache may have, in bytes. */
    public static final long LEAST_BYTES = 4096;

    /** The default time for which an answer of the cache may be out of date. */
    public static final Duration DEFAULT_CHECK = Duration.ofSeconds(1);

    private static final Duration LONGEST_CHECK = Duration.ofDays(1);
    private static final LongSupplier SYSTEM_CLOCK = System::nanoTime;

    private final long bytes;
    private final Duration check;
    private final LongSupplier clock;

    private NearCache(long bytes, Duration check, LongSupplier clock) {
        this.bytes = bytes;
        this.check = check;
        this.clock = clock;
    }

    /**
     * Returns a cache that is checked every second and takes at most the given memory, allocated as it is needed. It
     * holds lines of 512 bits, which take 96 bytes each, so a cache of 1.5 times the size of the filter can hold all of
     * its bits. With less memory, a new line replaces an older one. Frequent elements are then still known if their
     * lines fill no more than about half of the memory: k lines per element, or one with the layouts {@code blocked-v1}
     * and {@code words-v1}. In addition, each partition takes eight bytes.
     *
     * @param bytes the memory in bytes, at least {@link #LEAST_BYTES}
     * @throws IllegalArgumentException if it is less
     */
    public static NearCache ofMemory(long bytes) {
        if (bytes < LEAST_BYTES) {
            throw new IllegalArgumentException("a near cache needs at least " + LEAST_BYTES + " bytes, not " + bytes);
        }
        return new NearCache(bytes, DEFAULT_CHECK, SYSTEM_CLOCK);
    }

    /**
     * Returns a copy of this cache that asks Redis again whether a partition is alive when this time has passed since
     * the last confirmation.
     *
     * @param longest from 0, with which every call asks Redis, to one day
     * @throws IllegalArgumentException if it is out of this range
     */
    public NearCache checkedEvery(Duration longest) {
        if (longest.isNegative() || longest.compareTo(LONGEST_CHECK) > 0) {
            throw new IllegalArgumentException("checkedEvery must be from 0 ms to " + LONGEST_CHECK.toDays()
                    + " days, not " + DurationText.of(longest));
        }
        return new NearCache(bytes, longest, clock);
    }

    /**
     * Returns the same cache with another clock, for tests.
     *
     * @param nanoseconds a clock that never goes back, like {@link System#nanoTime}, which is the default
     */
    public NearCache timedBy(LongSupplier nanoseconds) {
        return new NearCache(bytes, check, Objects.requireNonNull(nanoseconds, "clock"));
    }

    /** Returns the limit on the memory of the cache, in bytes. */
    public long memoryBytes() {
        return bytes;
    }

    /** Returns the time for which an answer may be out of date. */
    public Duration checkedEvery() {
        return check;
    }

    /** Returns the clock of the cache, in nanoseconds. */
    public LongSupplier clock() {
        return clock;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NearCache cache
                && bytes == cache.bytes
                && check.equals(cache.check)
                && clock.equals(cache.clock);
    }

    @Override
    public int hashCode() {
        return Objects.hash(bytes, check, clock);
    }

    /** Returns the memory and the time, for logs. */
    @Override
    public String toString() {
        return "NearCache[" + bytes + " bytes, checked every " + DurationText.of(check) + "]";
    }
}
