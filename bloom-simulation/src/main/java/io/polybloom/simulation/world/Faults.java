package io.polybloom.simulation.world;

import io.polybloom.simulation.schedule.EventKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which faults may happen in a world, and how often.
 *
 * @param most the most faults of each kind; a kind that is not there does not happen
 * @param total the most faults of all kinds together
 * @param ticks by how many milliseconds the clock may move at a time
 * @param shifts by how many milliseconds the clocks of the servers may be set forward or back at a time
 * @param clientShifts by how many milliseconds the clock of a client may be set forward or back at a time
 * @param lost the keys of the first server that were evicted before the actors begin
 */
public record Faults(
        Map<EventKind, Integer> most,
        int total,
        List<Long> ticks,
        List<Long> shifts,
        List<Long> clientShifts,
        List<String> lost) {

    /** Nothing fails, and time stands still. */
    public static final Faults NONE = new Faults(Map.of(), 0, List.of(), List.of(), List.of(), List.of());

    /** Any one of some kinds happens, once. */
    public static Faults oneOf(EventKind... kinds) {
        return upTo(1, kinds);
    }

    /** Faults of some kinds happen, up to that number of them. */
    public static Faults upTo(int total, EventKind... kinds) {
        Map<EventKind, Integer> most = new EnumMap<>(EventKind.class);
        for (EventKind kind : kinds) {
            most.put(kind, total);
        }
        return new Faults(most, total, List.of(), List.of(), List.of(), List.of());
    }

    /** The same faults on a clock that may move by one of these times at once, as often as faults are allowed. */
    public Faults ticking(Long... millis) {
        Map<EventKind, Integer> more = new EnumMap<>(EventKind.class);
        more.putAll(most);
        more.put(EventKind.TICK, millis.length);
        return new Faults(more, total + millis.length, List.of(millis), shifts, clientShifts, lost);
    }

    /** The same faults where the clocks of the servers may be set by one of these times at once, once. */
    public Faults shifting(Long... millis) {
        Map<EventKind, Integer> more = new EnumMap<>(EventKind.class);
        more.putAll(most);
        more.put(EventKind.SHIFT, 1);
        return new Faults(more, total + 1, ticks, List.of(millis), clientShifts, lost);
    }

    /** The same faults where the clock of one client may be set by one of these times at once, once. */
    public Faults shiftingAClient(Long... millis) {
        Map<EventKind, Integer> more = new EnumMap<>(EventKind.class);
        more.putAll(most);
        more.put(EventKind.CLIENT_SHIFT, 1);
        return new Faults(more, total + 1, ticks, shifts, List.of(millis), lost);
    }

    /** The same faults in a world that has lost some keys of its first server when the actors begin. */
    public Faults losing(String... keys) {
        return new Faults(most, total, ticks, shifts, clientShifts, List.of(keys));
    }

    boolean may(EventKind kind) {
        return most.containsKey(kind);
    }
}
