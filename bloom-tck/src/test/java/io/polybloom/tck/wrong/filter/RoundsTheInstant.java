package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Keeps an instant to the second. */
@Breaks(Rule.EXPIRES_AT_THE_INSTANT)
public final class RoundsTheInstant<T> extends Change<BloomFilter<T>> {

    public RoundsTheInstant(BloomFilter<T> right) {
        super(right);
    }

    public void expireAt(Instant instant) {
        right.expireAt(instant.truncatedTo(ChronoUnit.SECONDS));
    }
}
