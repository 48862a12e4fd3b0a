package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;

/** Adds in two steps: a look-up and, for elements that it does not find, a write. */
@Breaks({Rule.ONE_OF_MANY_IS_FIRST, Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER})
public final class LooksBeforeItAdds<T> extends ChangedFilter<T> {

    public LooksBeforeItAdds(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public boolean add(T element) {
        if (super.mightContain(element)) {
            return false;
        }
        super.add(element);
        return true;
    }
}
