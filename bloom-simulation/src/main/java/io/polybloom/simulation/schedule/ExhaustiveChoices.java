package io.polybloom.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Enumerates schedules depth first: each run repeats the choices of the one before up to the last that can be made
 * otherwise. Without a bound on the deviations, schedules that differ only in the order of independent events are
 * explored once (sleep sets, Godefroid 1996). With one, every schedule with at most that number of choices other than
 * the first is explored.
 */
public final class ExhaustiveChoices implements Choices {

    /** Allows any number of deviations. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final class Node {
        private final List<Event> events;
        private final List<Event> asleep;
        private final int deviationsLeft;
        private int chosen;

        private Node(List<Event> events, List<Event> asleep, int deviationsLeft) {
            this.events = events;
            this.asleep = asleep;
            this.deviationsLeft = deviationsLeft;
        }

        private boolean advance(int from) {
            int most = deviationsLeft > 0 ? events.size() : 1;
            chosen = from;
            while (chosen < most && asleep.contains(events.get(chosen))) {
                chosen++;
            }
            return chosen < most;
        }

        private Choice choice() {
            return Choice.of(events, chosen);
        }
    }

    private final int deviations;

    /** Of all runs, since the events of one are compared with those of the runs before. */
    private final Resources resources = new Resources();

    private final List<Node> path = new ArrayList<>();
    private int depth;

    /** Begins with the schedule that deviates nowhere. */
    public ExhaustiveChoices(int deviations) {
        this.deviations = deviations;
    }

    @Override
    public @Nullable Choice choose(Function<Resources, List<Event>> possible) {
        if (depth < path.size()) {
            return path.get(depth++).choice();
        }
        Node node = new Node(List.copyOf(possible.apply(resources)), asleepNow(), deviationsLeft());
        if (!node.advance(0)) {
            return null;
        }
        path.add(node);
        depth++;
        return node.choice();
    }

    /** Prepares the next run; false if all schedules have been explored. */
    public boolean next() {
        depth = 0;
        while (!path.isEmpty()) {
            Node last = path.get(path.size() - 1);
            if (deviations == UNBOUNDED) {
                last.asleep.add(last.events.get(last.chosen));
            }
            if (last.advance(last.chosen + 1)) {
                return true;
            }
            path.remove(path.size() - 1);
        }
        return false;
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
