package io.polybloom.internal.membership;

import io.polybloom.LostDataException;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds or looks up many elements in a filter that forgets, whose slices may end meanwhile. */
abstract class WindowedOperation extends BulkOperation {

    /** The largest number of slices that may end during one call. */
    private static final int MOST_TURNS = 64;

    private @Nullable Generation begunIn;
    private int turns;

    WindowedOperation(OpenFilter filter, Access access, Elements elements, WholePartitions whole) {
        super(filter, access, elements, whole);
    }

    /** Records the generation in which the operation begins, or starts over. */
    final void beginIn(Generation generation) {
        begunIn = generation;
    }

    /** Returns whether a snapshot differs only in its slices. */
    final boolean isOfTheSameGeneration(Snapshot successor) {
        return begunIn != null && successor.generation().isSameAs(begunIn);
    }

    /** Continues after a slice has ended. */
    final Step<boolean[]> turn(Snapshot now, Function<Snapshot, Step<boolean[]>> next) {
        if (++turns > MOST_TURNS) {
            throw report(new LostDataException(
                    now.generation().description().name(),
                    "more than " + MOST_TURNS + " slices of the filter '"
                            + now.generation().description().name() + "' have ended during this call: repeat it"));
        }
        return next.apply(now);
    }

    @Override
    final Step<boolean[]> repeatIn(Snapshot now, Snapshot successor) {
        if (isOfTheSameGeneration(successor)) {
            to = from;
            return turn(successor, this::nextSlice);
        }
        return super.repeatIn(now, successor);
    }

    /** Returns the complaint that a slice is sealed and there is no next one. */
    static LostDataException lostSlice(Snapshot now) {
        String name = now.generation().description().name();
        return new LostDataException(
                name,
                "the filter '" + name + "' has a sealed slice but no next one, so its config has lost a part: call"
                        + " clear() or delete() to start over");
    }
}
