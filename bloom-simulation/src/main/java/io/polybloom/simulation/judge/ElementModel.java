package io.polybloom.simulation.judge;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether steps can be put into an order that respects their times and that a set of one element could have
 * gone through (Wing and Gong 1993). The filter has lives: an object answers about the life in which it was opened, and
 * about a later one only after it has thrown an exception.
 */
final class ElementModel {

    private static final int LIFE_BITS = 4;
    private static final long LIFE_MASK = (1 << LIFE_BITS) - 1;

    /** For each group: whether the element was brought by a step of another one. */
    private static final int FIRST_GROUP_BIT = 55;

    private static final int MOST_GROUPS = 8;
    private static final long ALL_GROUPS = ((1L << MOST_GROUPS) - 1) << FIRST_GROUP_BIT;

    /**
     * The state.
     *
     * @param bits bit 0 is the element, then the life of the filter, then that of each object, then the groups
     * @param promised the instant from which the element is remembered for the span
     * @param latest the last instant at which it may have been brought; kept when it is forgotten
     */
    private record State(long bits, int promised, int latest) {

        private static final State EMPTY = new State(0, 0, 0);

        boolean isPresent() {
            return (bits & 1) != 0;
        }

        State with(long otherBits) {
            return new State(otherBits, promised, latest);
        }

        State cleared() {
            return new State(bits & ~1L & ~ALL_GROUPS, 0, 0);
        }

        State faded() {
            return new State(bits & ~1L & ~ALL_GROUPS, 0, latest);
        }
    }

    /** Which of the steps are done. */
    private record Done(long first, long more) {

        private static final Done NOTHING = new Done(0, 0);
        private static final int MOST = 2 * Long.SIZE;

        boolean has(int step) {
            return ((step < Long.SIZE ? first : more) >> step & 1) != 0;
        }

        Done and(int step) {
            return step < Long.SIZE ? new Done(first | 1L << step, more) : new Done(first, more | 1L << step);
        }
    }

    /** The most points that a search may come to: a real history has a few thousand. */
    private static final int MOST_POINTS = 1 << 20;

    private record Point(Done done, State state) {}

    private final List<ModelStep> steps;
    private final Set<Point> dead = new HashSet<>();

    private ElementModel(List<ModelStep> steps) {
        this.steps = steps;
        if (steps.size() > Done.MOST) {
            throw new IllegalArgumentException(steps.size() + " steps about one element are too many");
        }
    }

    static boolean explains(List<ModelStep> steps) {
        return new ElementModel(steps).search(Done.NOTHING, State.EMPTY);
    }

    private boolean search(Done done, State state) {
        boolean mayStop = true;
        int horizon = Integer.MAX_VALUE;
        int lastBegin = 0;
        for (int i = 0; i < steps.size(); i++) {
            ModelStep step = steps.get(i);
            boolean isDone = done.has(i);
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
        if (dead.size() > MOST_POINTS) {
            throw new IllegalStateException(steps.size() + " steps about one element have too many orders");
        }
        for (int i = 0; i < steps.size(); i++) {
            ModelStep step = steps.get(i);
            boolean isInTime = step.begin() <= horizon && step.end() >= lastBegin;
            State next = isInTime && mayFollow(i, done) ? apply(step, state) : null;
            // An optional step without an effect need not have happened.
            boolean isIdle = step.optional() && state.equals(next);
            if (next != null && !isIdle && search(done.and(i), next)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayFollow(int index, Done done) {
        ModelStep step = steps.get(index);
        boolean isToCome = !done.has(index) || step.kind() == ModelStep.Kind.FADE;
        boolean isBegun = step.after() == ModelStep.NOTHING || done.has(step.after());
        return isToCome
                && isBegun
                && !hasEarlierTwin(index, done)
                && !(step.kind() == ModelStep.Kind.CLEAR && isInTheMiddleOfAnAdd(done));
    }

    /** Of several optional steps that differ in their begins only, the one that begins first is as good as any. */
    private boolean hasEarlierTwin(int index, Done done) {
        ModelStep step = steps.get(index);
        for (int i = 0; step.optional() && step.kind() != ModelStep.Kind.FADE && i < steps.size(); i++) {
            ModelStep other = steps.get(i);
            boolean isEarlier = other.begin() < step.begin() || other.begin() == step.begin() && i < index;
            if (isEarlier && !done.has(i) && other.isLike(step)) {
                return true;
            }
        }
        return false;
    }

    /** What an add has answered and what it has written are on the same side of a clear. */
    private boolean isInTheMiddleOfAnAdd(Done done) {
        for (int i = 0; i < steps.size(); i++) {
            ModelStep step = steps.get(i);
            boolean isRest = step.after() != ModelStep.NOTHING && !step.optional();
            if (isRest && done.has(step.after()) && !done.has(i)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable State apply(ModelStep step, State state) {
        boolean present = state.isPresent();
        return switch (step.kind()) {
            case NEW -> !present && isOfThisLife(step, state) ? brought(step, state) : null;
            case SEEN -> isFound(step, state) ? state : null;
            case RENEWED -> isFound(step, state) ? brought(step, state) : null;
            case FADE -> present && state.promised() <= step.age().promised() ? state.faded() : null;
            case UNSEEN -> !present && isOfThisLife(step, state) ? state : null;
            case GONE -> present && isOfThisLife(step, state) ? state.cleared() : null;
            case SET -> isOfThisLife(step, state) ? brought(step, state) : null;
            case CLEAR -> state.cleared();
            case END -> ended(step, state);
            case OPEN, NOTICE -> state.with(withLife(step.object(), state.bits()));
        };
    }

    /** The last add counts. */
    private static State brought(ModelStep step, State state) {
        long others = step.group() < 0 ? ALL_GROUPS : ALL_GROUPS & ~groupBit(step);
        return new State(
                state.bits() | 1 | others,
                Math.max(step.age().promised(), state.promised()),
                Math.max(step.age().latest(), state.latest()));
    }

    /**
     * Returns whether a step finds the element. A client that has not read the clock since it was set forward may find
     * what others have forgotten.
     */
    private static boolean isFound(ModelStep step, State state) {
        Age age = step.age();
        boolean isThere = state.isPresent()
                ? isOfOthers(step, state) && (age.forgotten() == 0 || state.latest() > age.forgotten())
                : age.isStale() && state.latest() > age.forgotten();
        return isThere && isOfThisLife(step, state);
    }

    private static boolean isOfOthers(ModelStep step, State state) {
        return step.group() < 0 || (state.bits() & groupBit(step)) != 0;
    }

    private static long groupBit(ModelStep step) {
        if (step.group() >= MOST_GROUPS) {
            throw new IllegalArgumentException("more than " + MOST_GROUPS + " deliveries of one element");
        }
        return 1L << FIRST_GROUP_BIT + step.group();
    }

    private static long life(long bits) {
        return bits >> 1 & LIFE_MASK;
    }

    private static boolean isOfThisLife(ModelStep step, State state) {
        return step.object() < 0 || (state.bits() >> shift(step.object()) & LIFE_MASK) == life(state.bits());
    }

    /** An object of an earlier life ends nothing, and one that ends a life does not know the next one. */
    private static State ended(ModelStep step, State state) {
        State cleared = state.cleared();
        return isOfThisLife(step, state) ? cleared.with(cleared.bits() + 2) : state;
    }

    private static long withLife(int object, long bits) {
        return bits & ~(LIFE_MASK << shift(object)) | life(bits) << shift(object);
    }

    private static int shift(int object) {
        return 1 + LIFE_BITS * (object + 1);
    }
}
