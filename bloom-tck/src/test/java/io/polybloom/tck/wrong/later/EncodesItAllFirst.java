package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.polybloom.BloomFilters;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.util.Collection;
import java.util.concurrent.Executor;

/** Encodes all elements in the thread of the caller, to see that this can be done, before it begins. */
@Breaks(Rule.EVENT_LOOP_GOES_ON)
public final class EncodesItAllFirst extends LaterFilters {

    public EncodesItAllFirst(BloomFilters right, Executor threads) {
        super(right, threads);
    }

    @Override
    <T> Collection<? extends T> bulk(Collection<? extends T> elements, Funnel<? super T> funnel) {
        Hasher nowhere = Hashing.crc32c().newHasher();
        for (T element : elements) {
            funnel.funnel(element, nowhere);
        }
        return elements;
    }
}
