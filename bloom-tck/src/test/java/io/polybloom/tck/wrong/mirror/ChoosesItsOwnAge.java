package io.polybloom.tck.wrong.mirror;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.time.Duration;

/** Answers for a day, whatever the caller allows. */
@Breaks(Rule.MIRROR_IS_NOT_STALE)
public final class ChoosesItsOwnAge extends Change<BloomFilters> {

    public ChoosesItsOwnAge(BloomFilters right) {
        super(right);
    }

    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return right.mirror(name, funnel, options.longestStaleness(Duration.ofDays(1)));
    }
}
