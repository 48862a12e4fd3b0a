package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * How long keys live: for ever, or until an instant, exact to the millisecond as Redis keeps it. What a filter's own
 * expiry means for each of its keys is known here; all others hand it on from a version to the keys.
 *
 * @param end when the keys expire; empty if they never do
 */
public record Lifetime(Optional<Instant> end) {

    /** That of keys which never expire. */
    public static final Lifetime FOR_EVER = new Lifetime(Optional.empty());

    /** Leaves out what Redis does not keep. */
    public Lifetime {
        end = end.map(instant -> instant.truncatedTo(ChronoUnit.MILLIS));
    }

    /** Returns that of keys which expire at an instant. */
    public static Lifetime until(Instant end) {
        return new Lifetime(Optional.of(end));
    }

    /** Returns that of a filter, and so of its partitions. */
    public static Lifetime of(FilterDescription filter) {
        return filter.expireAt().map(Lifetime::until).orElse(FOR_EVER);
    }

    /** Returns whether it ends. */
    public boolean isLimited() {
        return end.isPresent();
    }

    /** Returns whether it has ended at a time, in milliseconds since 1970. */
    public boolean isOver(long millis) {
        return end.isPresent() && end.get().toEpochMilli() <= millis;
    }

    /** Returns whether this ends later than another one, or never while that does. */
    public boolean outlives(Lifetime other) {
        return other.end.filter(instant -> !isOver(instant.toEpochMilli())).isPresent();
    }

    /** Returns the one of two that ends first. */
    public Lifetime atMost(Lifetime other) {
        return outlives(other) ? other : this;
    }

    /** Returns that of the keys of the filter as a whole, which is {@link KeyNames#OUTLIVES_MILLIS} longer. */
    public Lifetime ofWhole() {
        return end.map(instant -> until(instant.plusMillis(KeyNames.OUTLIVES_MILLIS)))
                .orElse(this);
    }
}
