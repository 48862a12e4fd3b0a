package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Keeps an instant to the second. */
@Breaks(Rule.EXPIRES_AT_THE_INSTANT)
public final class RoundsTheInstant<T> extends ChangedFilter<T> {

    public RoundsTheInstant(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public void expireAt(Instant instant) {
        super.expireAt(instant.truncatedTo(ChronoUnit.SECONDS));
    }
}
