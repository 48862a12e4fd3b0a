package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Keeps an instant to the second. */
public final class RoundsTheInstant<T> extends ChangedFilter<T> {

    public RoundsTheInstant(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public void expireAt(Instant instant) {
        super.expireAt(instant.truncatedTo(ChronoUnit.SECONDS));
    }
}
