package io.polybloom;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The window of a filter: the time after which it forgets elements. Time is divided into slices of equal length, and an
 * element is in the slices in which it was added. It is remembered for at least the span after it was added, and for at
 * most one slice longer.
 *
 * @param span the shortest time for which an element is remembered
 * @param slices the number of slices into which the span is divided, from 1 to {@value #MOST_SLICES}
 * @param open the slice up to which the keys of the filter are prepared; while they are moved on, the next slice
 *     follows it. Empty in a specification, and until the first element is added
 */
public record FilterWindow(Duration span, int slices, List<Long> open) {

    /** The largest number of slices. With one bit for each, and one for the present slice, a cell has 64 bits. */
    public static final int MOST_SLICES = 63;

    /**
     * The shortest slice, in milliseconds. A slice must be much longer than a round trip to the server: before an add
     * is answered, the keys must be prepared for the slice of its elements, and that slice must not have ended.
     */
    public static final int SHORTEST_SLICE_MILLIS = 100;

    /** The longest span, in days. */
    public static final int LONGEST_SPAN_DAYS = 3_650;

    /** Copies the numbers and checks the ranges. */
    public FilterWindow {
        Objects.requireNonNull(span, "span");
        open = List.copyOf(open);
        if (slices < 1 || slices > MOST_SLICES) {
            throw new IllegalArgumentException("a window must have 1 to " + MOST_SLICES + " slices, not " + slices);
        }
        if (span.compareTo(Duration.ofDays(LONGEST_SPAN_DAYS)) > 0) {
            throw new IllegalArgumentException(
                    "a window must last at most " + LONGEST_SPAN_DAYS + " days, not " + span.toDays());
        }
        if (span.getNano() % 1_000_000 != 0 || span.toMillis() % slices != 0) {
            throw new IllegalArgumentException(
                    "a slice must last a whole number of milliseconds: " + DurationText.of(span)
                            + " cannot be divided into " + slices + (slices == 1 ? " slice" : " slices"));
        }
        if (span.toMillis() / slices < SHORTEST_SLICE_MILLIS) {
            throw new IllegalArgumentException("a slice must last at least " + SHORTEST_SLICE_MILLIS + " ms, not "
                    + span.toMillis() / slices + " ms: use a longer window than " + span.toMillis()
                    + " ms, or fewer slices than " + slices);
        }
    }

    /**
     * Creates a window for which no keys are prepared, as in a specification.
     *
     * @throws IllegalArgumentException if a value is out of its range, or a slice does not last whole milliseconds, at
     *     least {@value #SHORTEST_SLICE_MILLIS}
     */
    public FilterWindow(Duration span, int slices) {
        this(span, slices, List.of());
    }

    /** Returns the same window with keys that are prepared up to another slice. */
    public FilterWindow withOpen(List<Long> numbers) {
        return new FilterWindow(span, slices, numbers);
    }

    /** Returns whether there are keys that are prepared up to a slice. */
    public boolean hasKeys() {
        return !open.isEmpty();
    }

    /** Returns the number of bits of a cell: one for each remembered slice, and one for the present slice. */
    public int columns() {
        return slices + 1;
    }

    /** Returns the length of a slice in milliseconds. */
    public long sliceMillis() {
        return span.toMillis() / slices;
    }

    /**
     * Returns the index of the slice that contains an instant. The instant is in milliseconds since 1970-01-01 UTC, by
     * the server's clock.
     */
    public long sliceAt(long epochMillis) {
        return Math.floorDiv(epochMillis, sliceMillis());
    }

    /** Returns the instant at which a slice begins. */
    public Instant begin(long slice) {
        return Instant.ofEpochMilli(slice * sliceMillis());
    }

    /**
     * Returns the instant from which the elements of a slice are forgotten. The slice itself ends earlier, at
     * {@code begin(slice + 1)}; this is that instant plus the span.
     */
    public Instant end(long slice) {
        return Instant.ofEpochMilli((slice + 1 + slices) * sliceMillis());
    }

    /** Returns the instant at which keys that are prepared up to a slice expire, if no client has moved on before. */
    public Instant expiry(long slice) {
        return Instant.ofEpochMilli((slice + 2 + slices) * sliceMillis());
    }

    /** Returns whether another window has the same span and the same number of slices, regardless of the keys. */
    public boolean isSameAs(FilterWindow other) {
        return span.equals(other.span) && slices == other.slices;
    }

    /** Returns the span and the number of slices, such as {@code 10m in 5 slices}. */
    @Override
    public String toString() {
        return DurationText.of(span) + " in " + slices + (slices == 1 ? " slice" : " slices");
    }
}
