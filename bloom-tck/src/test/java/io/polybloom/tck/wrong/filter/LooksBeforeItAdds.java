package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Adds in two steps: a look-up and, for elements that it does not find, a write. */
@Breaks({Rule.ONE_OF_MANY_IS_FIRST, Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER})
public final class LooksBeforeItAdds<T> extends Change<BloomFilter<T>> {

    public LooksBeforeItAdds(BloomFilter<T> right) {
        super(right);
    }

    public boolean add(T element) {
        if (right.mightContain(element)) {
            return false;
        }
        right.add(element);
        return true;
    }
}
