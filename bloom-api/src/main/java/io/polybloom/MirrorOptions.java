package io.polybloom;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link FilterMirror} is kept up to date, and what it may cost. An immutable value.
 *
 * <p>By default nothing refreshes the mirror but {@link FilterMirror#refresh}, as many bytes are read as are needed,
 * answers may be a minute old, and a filter of up to 512 MiB is mirrored.
 */
public final class MirrorOptions {

    /** The default time between refreshes. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);

    /** The default age that answers may have. */
    public static final Duration DEFAULT_STALENESS = Duration.ofMinutes(1);

    /** The default memory for bits, in bytes: 512 MiB. */
    public static final long DEFAULT_MEMORY = 1L << 29;

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final MirrorOptions DEFAULTS =
            new MirrorOptions(null, DEFAULT_INTERVAL, OptionalLong.empty(), DEFAULT_STALENESS, DEFAULT_MEMORY);

    private final @Nullable ScheduledExecutorService executor;
    private final Duration interval;
    private final OptionalLong bytesPerSecond;
    private final Duration longestStaleness;
    private final long memoryLimit;

    private MirrorOptions(
            @Nullable ScheduledExecutorService executor,
            Duration interval,
            OptionalLong bytesPerSecond,
            Duration longestStaleness,
            long memoryLimit) {
        this.executor = executor;
        this.interval = interval;
        this.bytesPerSecond = bytesPerSecond;
        this.longestStaleness = longestStaleness;
        this.memoryLimit = memoryLimit;
    }

    /** Returns the defaults. */
    public static MirrorOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with which the mirror is refreshed by an executor, {@link #interval} after the end of the previous
     * refresh, until it is closed. A blocking mirror waits for Redis in the executor's thread; the others only begin a
     * refresh there. The executor belongs to the caller. Of refreshes that fail one after the other, the first is
     * logged as a warning, and look-ups are refused when the last one that succeeded is too old.
     */
    public MirrorOptions refreshedBy(ScheduledExecutorService executor) {
        return new MirrorOptions(
                Objects.requireNonNull(executor, "executor"), interval, bytesPerSecond, longestStaleness, memoryLimit);
    }

    /**
     * Returns a copy with another time between refreshes. Bandwidth that {@link #bytesPerSecond} allows and nobody uses
     * accumulates for at most one interval. The mirror's keys in Redis expire after four intervals, at least ten
     * minutes.
     *
     * @param time from 1 ms to one day
     * @throws IllegalArgumentException if it is out of this range
     */
    public MirrorOptions interval(Duration time) {
        requireTime("the interval of a mirror", time);
        return new MirrorOptions(executor, time, bytesPerSecond, longestStaleness, memoryLimit);
    }

    /**
     * Returns a copy that reads at most this many bytes per second, on average. A refresh reads what is oldest first,
     * and leaves the rest to the next one. A mirror refuses to answer until it has read all bits once.
     *
     * @param bytes at least 1; the first part that a refresh reads may exceed it by up to 512 KiB, and later refreshes
     *     wait until the average holds
     * @throws IllegalArgumentException if it is less
     */
    public MirrorOptions bytesPerSecond(long bytes) {
        requirePositive("the bytes per second of a mirror", bytes);
        return new MirrorOptions(executor, interval, OptionalLong.of(bytes), longestStaleness, memoryLimit);
    }

    /**
     * Returns a copy with another age that answers may have. Older answers are refused with a
     * {@link StaleMirrorException}. The age is that of the oldest part, by a monotonic clock of this machine.
     *
     * @param age from 1 ms to one day
     * @throws IllegalArgumentException if it is out of this range
     */
    public MirrorOptions longestStaleness(Duration age) {
        requireTime("the longest staleness of a mirror", age);
        return new MirrorOptions(executor, interval, bytesPerSecond, age, memoryLimit);
    }

    /**
     * Returns a copy with another limit on the memory for bits. While a refresh takes up a cleared or rebuilt filter,
     * the mirror holds the bits of both, each of which may have this size.
     *
     * @param bytes at least 1
     * @throws IllegalArgumentException if it is less
     */
    public MirrorOptions memoryLimit(long bytes) {
        requirePositive("the memory limit of a mirror", bytes);
        return new MirrorOptions(executor, interval, bytesPerSecond, longestStaleness, bytes);
    }

    /** Returns the executor that refreshes the mirror; empty if only the caller does. */
    public Optional<ScheduledExecutorService> executor() {
        return Optional.ofNullable(executor);
    }

    /** Returns the time between refreshes. */
    public Duration interval() {
        return interval;
    }

    /** Returns the limit on the bytes that are read per second; empty if there is none. */
    public OptionalLong bytesPerSecond() {
        return bytesPerSecond;
    }

    /** Returns the age that answers may have. */
    public Duration longestStaleness() {
        return longestStaleness;
    }

    /** Returns the limit on the memory for bits, in bytes. */
    public long memoryLimit() {
        return memoryLimit;
    }

    /** Returns the options, for logs. */
    @Override
    public String toString() {
        return "MirrorOptions[" + (executor == null ? "refreshed by the caller" : "refreshed by an executor")
                + " every " + DurationText.of(interval) + ", at most "
                + (bytesPerSecond.isPresent()
                        ? bytesPerSecond.getAsLong() + " bytes per second"
                        : "any number of bytes")
                + ", " + DurationText.of(longestStaleness) + " old and " + memoryLimit + " bytes large]";
    }

    private static void requireTime(String what, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + " must be from 1 ms to " + LONGEST.toDays() + " day, not " + DurationText.of(time));
        }
    }

    private static void requirePositive(String what, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, not " + bytes);
        }
    }
}
