package io.polybloom.simulation.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether steps can be put into an order that respects their times and that a set of one element could have
 * gone through (Wing and Gong 1993). The filter has lives: an object answers about the life in which it was opened, and
 * about a later one only after it has thrown an exception.
 */
final class ElementModel {

    private static final int FIRST_OBJECT_BIT = 1;
    private static final int MOST_OBJECTS = 54;
    private static final long ALL_OBJECTS = (1L << MOST_OBJECTS) - 1 << FIRST_OBJECT_BIT;

    /** For each group: whether the element was brought by a step of another one. */
    private static final int FIRST_GROUP_BIT = 55;

    private static final int MOST_GROUPS = 8;
    private static final long ALL_GROUPS = ((1L << MOST_GROUPS) - 1) << FIRST_GROUP_BIT;

    /**
     * The state.
     *
     * @param bits bit 0 is the element, then for each object whether it is of an earlier life, then the groups
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

        Done of(Done others) {
            return new Done(first & others.first, more & others.more);
        }

        boolean isIn(Done others) {
            return (first & ~others.first) == 0 && (more & ~others.more) == 0;
        }
    }

    /** The most points that a search may come to: a real history has a few thousand. */
    private static final int MOST_POINTS = 1 << 20;

    /** What the rest of a search depends on, but for the optional steps that are still to come. */
    private record Point(Done done, State state) {}

    /**
     * How a search came to a point.
     *
     * @param spent the optional steps that are done, so that they are to come no more
     * @param lastBegin the time before which no further step may end
     */
    private record Way(Done spent, int lastBegin) {

        /** Returns whether everything is still possible that is possible on another way. */
        boolean leavesAsMuchAs(Way other) {
            return lastBegin <= other.lastBegin && spent.isIn(other.spent);
        }
    }

    private final List<ModelStep> steps;
    private final Done needed;
    private final Done spendable;
    private final Map<Point, List<Way>> dead = new HashMap<>();
    private int points;

    private ElementModel(List<ModelStep> steps) {
        this.steps = steps;
        if (steps.size() > Done.MOST) {
            throw new IllegalArgumentException(steps.size() + " steps about one element are too many");
        }
        Done isNeeded = Done.NOTHING;
        Done isSpendable = Done.NOTHING;
        Set<Integer> begins = new HashSet<>();
        steps.forEach(step -> begins.add(step.after()));
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).optional() || begins.contains(i)) {
                isNeeded = isNeeded.and(i);
            } else if (steps.get(i).kind() != ModelStep.Kind.FADE) {
                isSpendable = isSpendable.and(i);
            }
        }
        this.needed = isNeeded;
        this.spendable = isSpendable;
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
        if (isDead(new Point(done.of(needed), state), new Way(done.of(spendable), lastBegin))) {
            return false;
        }
        return goesOn(false, done, state, horizon, lastBegin) || goesOn(true, done, state, horizon, lastBegin);
    }

    /** Notes a way to a point. Returns whether one that leaves as much has been tried: it has led to no end. */
    private boolean isDead(Point point, Way way) {
        List<Way> tried = dead.computeIfAbsent(point, unknown -> new ArrayList<>());
        if (tried.stream().anyMatch(other -> other.leavesAsMuchAs(way))) {
            return true;
        }
        tried.removeIf(way::leavesAsMuchAs);
        tried.add(way);
        if (++points > MOST_POINTS) {
            throw new IllegalStateException(steps.size() + " steps about one element have too many orders");
        }
        return false;
    }

    /** Tries the steps that are optional, or those that are not; these first, since they leave the others to come. */
    private boolean goesOn(boolean optional, Done done, State state, int horizon, int lastBegin) {
        for (int i = 0; i < steps.size(); i++) {
            ModelStep step = steps.get(i);
            if (step.optional() != optional) {
                continue;
            }
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
            case OPEN, NOTICE -> state.with(state.bits() & ~objectBit(step));
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
     * Returns whether a step finds the element. A client that goes by an earlier time than others may find what they
     * have forgotten.
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

    private static boolean isOfThisLife(ModelStep step, State state) {
        return step.object() < 0 || (state.bits() & objectBit(step)) == 0;
    }

    /** An object of an earlier life ends nothing, and one that ends a life does not know the next one. */
    private static State ended(ModelStep step, State state) {
        State cleared = state.cleared();
        return isOfThisLife(step, state) ? cleared.with(cleared.bits() | ALL_OBJECTS) : state;
    }

    private static long objectBit(ModelStep step) {
        if (step.object() >= MOST_OBJECTS) {
            throw new IllegalArgumentException("more than " + MOST_OBJECTS + " objects");
        }
        return 1L << FIRST_OBJECT_BIT + step.object();
    }
}
