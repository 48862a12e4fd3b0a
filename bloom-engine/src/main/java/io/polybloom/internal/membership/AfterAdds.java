package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rooms that do something after each add to one open filter. Thread-safe. */
public final class AfterAdds {

    private static final List<AfterAdd> ROOMS = Seams.of(AfterAdd.class);

    private final OpenFilter filter;
    private final List<AfterAdd> rooms;

    private AfterAdds(OpenFilter filter, List<AfterAdd> rooms) {
        this.filter = filter;
        this.rooms = rooms;
    }

    /** Returns those of a filter that was opened; null if no room wants its adds. */
    @Nullable
    public static AfterAdds of(OpenFilter filter) {
        return of(filter, ROOMS);
    }

    @Nullable
    static AfterAdds of(OpenFilter filter, List<AfterAdd> all) {
        List<AfterAdd> rooms = all.stream().filter(room -> room.wants(filter)).toList();
        return rooms.isEmpty() ? null : new AfterAdds(filter, rooms);
    }

    /** Returns an add of one element, and what follows it. */
    public Step<Boolean> following(Step<Boolean> add, ElementBytes element) {
        return add.then(isNew -> {
            CallElements one = CallElements.of(element);
            one.set(0, isNew ? ElementOutcome.NEW : ElementOutcome.PRESENT);
            return after(one)
                    .translateFailure(ElementFailures::afterAnAppliedWrite)
                    .map(done -> isNew);
        });
    }

    /** Returns an add of many elements, and what follows it, even if the add fails partway. */
    public Step<boolean[]> following(Step<boolean[]> add, CallElements elements) {
        return add.<boolean[]>recover(failure -> Steps.failAfter(after(elements), failure))
                .then(answers -> after(elements)
                        .translateFailure(failure -> ElementFailures.withOutcomes(
                                Access.ADD, elements, ElementFailures.afterAnAppliedWrite(failure)))
                        .map(done -> answers));
    }

    private Step<Void> after(CallElements elements) {
        return Step.<Void>done().then(begun -> Steps.each(rooms.iterator(), room -> room.after(filter, elements)));
    }
}
