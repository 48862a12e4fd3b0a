package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.polybloom.internal.forward.Call;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.util.Collection;
import java.util.concurrent.Executor;

/** Encodes all elements in the thread of the caller, to see that this can be done, before it begins. */
@Breaks(Rule.EVENT_LOOP_GOES_ON)
public final class EncodesItAllFirst extends LaterFilters {

    private volatile Funnel<Object> funnel = (element, sink) -> {};

    public EncodesItAllFirst(Executor threads) {
        super(threads);
    }

    @Override
    @SuppressWarnings("unchecked") // the elements of the only filter that its test opens
    public Answer<?> later(Call call) {
        for (Object argument : call.arguments()) {
            if (argument instanceof Funnel<?> own) {
                funnel = (Funnel<Object>) own;
            } else if (argument instanceof Collection<?> elements) {
                Hasher nowhere = Hashing.crc32c().newHasher();
                elements.forEach(element -> funnel.funnel(element, nowhere));
            }
        }
        return super.later(call);
    }
}
