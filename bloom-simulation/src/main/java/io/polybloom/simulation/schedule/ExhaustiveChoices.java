package io.polybloom.simulation.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Enumerates schedules depth first: each run repeats the choices of the one before up to the last that can be made
 * otherwise. Schedules that differ only in the order of independent events are explored once. Without a bound on the
 * deviations, that holds for all schedules (sleep sets, Godefroid 1996). With one, the schedules have at most that
 * number of choices other than the first, and it holds for the last of these: everything is explored that an earlier
 * last deviation could lead to.
 */
public final class ExhaustiveChoices implements Choices {

    /** Allows any number of deviations. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final class Node {
        private final List<Event> events;
        private final List<Event> asleep;
        private final int deviationsLeft;

        /** The last deviations at this point, each with its detour, if it came to an end. */
        private final Map<Event, Detour> tried;

        /** Those at later points that would lead to the same states from here. */
        private final Map<Event, Detour> later;

        private int chosen;
        private boolean readsAClock = true;

        private Node(List<Event> events, List<Event> asleep, int deviationsLeft) {
            this.events = events;
            this.asleep = asleep;
            this.deviationsLeft = deviationsLeft;
            this.tried = deviationsLeft == 1 ? new HashMap<>() : Map.of();
            this.later = deviationsLeft == 1 ? new HashMap<>() : Map.of();
        }

        private boolean advance(int from) {
            int most = deviationsLeft > 0 ? events.size() : 1;
            chosen = from;
            while (chosen < most
                    && (asleep.contains(events.get(chosen)) || chosen > 0 && later.containsKey(events.get(chosen)))) {
                chosen++;
            }
            return chosen < most;
        }

        private Choice choice() {
            return Choice.of(events, chosen);
        }
    }

    private final int deviations;
    private final boolean exploresAll;

    /** Of all runs, since the events of one are compared with those of the runs before. */
    private final Resources resources = new Resources();

    private final List<Node> path = new ArrayList<>();
    private int depth;

    /** The last deviation, until the run comes back to the event that it has put off. */
    private @Nullable Node deviating;

    private @Nullable Detour detour;

    /** Begins with the schedule that deviates nowhere. */
    public ExhaustiveChoices(int deviations) {
        this(deviations, false);
    }

    private ExhaustiveChoices(int deviations, boolean exploresAll) {
        this.deviations = deviations;
        this.exploresAll = exploresAll;
    }

    /** Enumerates all schedules with at most that number of deviations, also those that have the same effect. */
    public static ExhaustiveChoices ofAll(int deviations) {
        return new ExhaustiveChoices(deviations, true);
    }

    @Override
    public @Nullable Choice choose(Possibilities possible) {
        if (depth < path.size()) {
            Node node = path.get(depth++);
            if (depth == path.size()) {
                beginDetour(node);
            }
            return node.choice();
        }
        int left = deviationsLeft();
        List<Event> events = left > 0 ? List.copyOf(possible.all(resources)) : List.of(possible.first(resources));
        Node node = new Node(events, asleepNow(), left);
        if (!node.advance(0)) {
            return null;
        }
        path.add(node);
        depth++;
        continueDetour(node);
        return node.choice();
    }

    @Override
    public void happened(boolean readsAClock) {
        Node last = path.get(path.size() - 1);
        if (depth == path.size() && last.chosen == 0) {
            last.readsAClock = readsAClock;
        }
    }

    /** Returns true also if an event is put off in the middle of a call: it does not come when that call is over. */
    @Override
    public boolean areOver() {
        Node putOff = deviating;
        return path.get(path.size() - 1).deviationsLeft == 0
                && (putOff == null || putOff.events.get(0).kind() != EventKind.START);
    }

    private void beginDetour(Node node) {
        if (node.deviationsLeft == 1 && node.chosen > 0 && !exploresAll) {
            deviating = node;
            detour = Detour.before(node.events.get(0)).and(node.events.get(node.chosen));
        }
    }

    private void continueDetour(Node node) {
        Node begin = deviating;
        Detour way = detour;
        if (begin == null || way == null) {
            return;
        }
        Event event = node.events.get(0);
        if (event.equals(begin.events.get(0))) {
            begin.tried.put(begin.events.get(begin.chosen), way);
            deviating = null;
        } else {
            detour = way.and(event);
        }
    }

    /** Returns the number of choices that this schedule has in common with the one before. */
    public int repeated() {
        return Math.max(0, path.size() - 1);
    }

    /** Leaves out the first choices of a schedule, which are those of the one before, and have happened. */
    public void skip(int choices) {
        depth = choices;
    }

    /** Returns the choices of this schedule, each as its place among the events that were possible. */
    public List<Integer> made() {
        return path.stream().map(node -> node.chosen).toList();
    }

    /** Prepares the next run; false if all schedules have been explored. */
    public boolean next() {
        depth = 0;
        deviating = null;
        while (!path.isEmpty()) {
            Node last = path.get(path.size() - 1);
            if (deviations == UNBOUNDED) {
                last.asleep.add(last.events.get(last.chosen));
            }
            if (last.advance(last.chosen + 1)) {
                return true;
            }
            path.remove(path.size() - 1);
            rememberLater(last);
        }
        return false;
    }

    /**
     * Takes over to the node before which of the last deviations would have the same effect there. The event between
     * must not begin or end a call, since the judge minds when a call has begun and ended.
     */
    private void rememberLater(Node node) {
        Node before = path.isEmpty() ? node : path.get(path.size() - 1);
        boolean isOfOneRun = before != node && before.deviationsLeft == 1 && node.deviationsLeft == 1;
        EventKind next = node.events.get(0).kind();
        boolean goesOn = next == EventKind.EXECUTE || next == EventKind.DELIVER;
        if (isOfOneRun && goesOn && before.events.get(0).kind() != EventKind.START) {
            takeOver(node.tried, before);
            takeOver(node.later, before);
        }
    }

    private void takeOver(Map<Event, Detour> deviations, Node before) {
        Event event = before.events.get(0);
        Footprint touched = resources.inTheMiddleOfACall(event.footprint(), before.readsAClock);
        deviations.forEach((deviation, detour) -> {
            if (detour.commutesWith(event, touched, before.readsAClock)) {
                before.later.put(deviation, detour);
            }
        });
    }

    /**
     * Events that were tried before the last choice and do not depend on it would only lead to the same states again.
     */
    private List<Event> asleepNow() {
        List<Event> asleep = new ArrayList<>();
        if (deviations == UNBOUNDED && !path.isEmpty()) {
            Node parent = path.get(path.size() - 1);
            Event taken = parent.events.get(parent.chosen);
            for (Event event : parent.asleep) {
                if (!event.dependsOn(taken)) {
                    asleep.add(event);
                }
            }
        }
        return asleep;
    }

    private int deviationsLeft() {
        if (path.isEmpty()) {
            return deviations;
        }
        Node parent = path.get(path.size() - 1);
        boolean counts = parent.chosen > 0 && deviations != UNBOUNDED;
        return parent.deviationsLeft - (counts ? 1 : 0);
    }
}
