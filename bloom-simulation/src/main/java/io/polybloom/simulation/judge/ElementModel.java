package io.polybloom.simulation.judge;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether steps can be put into an order that respects their times and that a set of one element could have
 * gone through (Wing and Gong 1993). The filter has lives: an object answers about the life in which it was opened, and
 * about a later one only after it has thrown an exception.
 */
final class ElementModel {

    private static final int LIFE_BITS = 4;
    private static final int AGE_SHIFT = 49;
    private static final long AGES = 63L << AGE_SHIFT;
    private static final long LIFE_MASK = (1 << LIFE_BITS) - 1;

    /** For each group: whether the element was brought by a step of another one. */
    private static final int FIRST_GROUP_BIT = 55;

    private static final int MOST_GROUPS = 8;
    private static final long ALL_GROUPS = ((1L << MOST_GROUPS) - 1) << FIRST_GROUP_BIT;

    private record Point(long done, long state) {}

    private final List<ModelStep> steps;
    private final Set<Point> dead = new HashSet<>();

    private ElementModel(List<ModelStep> steps) {
        this.steps = steps;
        if (steps.size() > Long.SIZE) {
            throw new IllegalArgumentException(steps.size() + " steps about one element are too many");
        }
    }

    static boolean explains(List<ModelStep> steps) {
        return new ElementModel(steps).search(0, 0);
    }

    /** The state: bit 0 is the element, then the life of the filter, then that of each object, then its age. */
    private boolean search(long done, long state) {
        boolean mayStop = true;
        int horizon = Integer.MAX_VALUE;
        int lastBegin = 0;
        for (int i = 0; i < steps.size(); i++) {
            ModelStep step = steps.get(i);
            boolean isDone = (done >> i & 1) != 0;
            if (isDone && step.kind() != ModelStep.Kind.OPEN && step.kind() != ModelStep.Kind.NOTICE) {
                lastBegin = Math.max(lastBegin, step.begin());
            } else if (!isDone && !step.optional()) {
                mayStop = false;
                horizon = Math.min(horizon, step.end());
            }
        }
        if (mayStop) {
            return true;
        }
        if (!dead.add(new Point(done, state))) {
            return false;
        }
        for (int i = 0; i < steps.size(); i++) {
            ModelStep step = steps.get(i);
            boolean mayFollow = (done >> i & 1) == 0 && step.begin() <= horizon && step.end() >= lastBegin;
            long next = mayFollow ? apply(step, state) : -1;
            if (next >= 0 && search(done | 1L << i, next)) {
                return true;
            }
        }
        return false;
    }

    private static long apply(ModelStep step, long state) {
        boolean present = (state & 1) != 0;
        return switch (step.kind()) {
            case NEW -> !present && isOfThisLife(step, state) ? brought(step, state) : -1;
            case SEEN ->
                present && isOfOthers(step, state) && isOfThisLife(step, state) && mayBeRemembered(step, state)
                        ? state
                        : -1;
            case RENEWED -> present && isOfOthers(step, state) && isOfThisLife(step, state) ? brought(step, state) : -1;
            case FADE -> age(state) <= step.age() ? cleared(state) & ~AGES : -1;
            case UNSEEN -> !present && isOfThisLife(step, state) ? state : -1;
            case GONE -> present && isOfThisLife(step, state) ? cleared(state) : -1;
            case SET -> isOfThisLife(step, state) ? brought(step, state) : -1;
            case CLEAR -> cleared(state);
            case END -> ended(step, state);
            case OPEN, NOTICE -> withLife(step.object(), state);
        };
    }

    /** The last add counts. */
    private static long brought(ModelStep step, long state) {
        long others = step.group() < 0 ? ALL_GROUPS : ALL_GROUPS & ~groupBit(step);
        long age = Math.max(step.age(), age(state));
        return state & ~AGES | 1 | others | age << AGE_SHIFT;
    }

    private static long age(long state) {
        return (state & AGES) >>> AGE_SHIFT;
    }

    private static boolean mayBeRemembered(ModelStep step, long state) {
        return step.age() == 0 || age(state) > step.age();
    }

    private static boolean isOfOthers(ModelStep step, long state) {
        return step.group() < 0 || (state & groupBit(step)) != 0;
    }

    private static long groupBit(ModelStep step) {
        if (step.group() >= MOST_GROUPS) {
            throw new IllegalArgumentException("more than " + MOST_GROUPS + " deliveries of one element");
        }
        return 1L << FIRST_GROUP_BIT + step.group();
    }

    private static long cleared(long state) {
        return state & ~1L & ~ALL_GROUPS;
    }

    private static long life(long state) {
        return state >> 1 & LIFE_MASK;
    }

    private static boolean isOfThisLife(ModelStep step, long state) {
        return step.object() < 0 || (state >> shift(step.object()) & LIFE_MASK) == life(state);
    }

    /** An object of an earlier life ends nothing, and one that ends a life does not know the next one. */
    private static long ended(ModelStep step, long state) {
        return isOfThisLife(step, state) ? cleared(state) + 2 : state;
    }

    private static long withLife(int object, long state) {
        return state & ~(LIFE_MASK << shift(object)) | life(state) << shift(object);
    }

    private static int shift(int object) {
        return 1 + LIFE_BITS * (object + 1);
    }
}
