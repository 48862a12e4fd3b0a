package io.polybloom.simulation.world;

import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.OldPrimary;
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
 * @param shifts by how many milliseconds the clock of a server may be set forward or back at a time
 * @param clientShifts by how many milliseconds the clock of a client may be set forward or back at a time
 * @param fates what may become of a primary that is demoted
 * @param ailments the reasons for which a primary may refuse writes
 * @param lost the keys of the first server that were evicted before the actors begin
 */
public record Faults(
        Map<EventKind, Integer> most,
        int total,
        List<Long> ticks,
        List<Long> shifts,
        List<Long> clientShifts,
        List<OldPrimary> fates,
        List<Ailment> ailments,
        List<String> lost) {

    /** Nothing fails, and time stands still. */
    public static final Faults NONE =
            new Faults(Map.of(), 0, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

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
        return new Faults(most, total, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** The same faults, and one fault of another kind. */
    public Faults and(EventKind kind) {
        return new Faults(and(kind, 1), total + 1, ticks, shifts, clientShifts, fates, ailments, lost);
    }

    /** The same faults on a clock that may move by one of these times at once, as often as faults are allowed. */
    public Faults ticking(Long... millis) {
        return new Faults(
                and(EventKind.TICK, millis.length),
                total + millis.length,
                List.of(millis),
                shifts,
                clientShifts,
                fates,
                ailments,
                lost);
    }

    /** The same faults where the clock of one server may be set by one of these times at once, once. */
    public Faults shifting(Long... millis) {
        return new Faults(
                and(EventKind.SHIFT, 1), total + 1, ticks, List.of(millis), clientShifts, fates, ailments, lost);
    }

    /** The same faults where the clock of one client may be set by one of these times at once, once. */
    public Faults shiftingAClient(Long... millis) {
        return new Faults(
                and(EventKind.CLIENT_SHIFT, 1), total + 1, ticks, shifts, List.of(millis), fates, ailments, lost);
    }

    /** The same faults where a primary is demoted once, and then one of these becomes of it. */
    public Faults demoting(OldPrimary... possible) {
        return new Faults(
                and(EventKind.DEMOTE, 1), total + 1, ticks, shifts, clientShifts, List.of(possible), ailments, lost);
    }

    /** The same faults where a primary begins to refuse writes once for one of these reasons, and may cease to. */
    public Faults ailing(Ailment... possible) {
        return new Faults(
                and(EventKind.AIL, 2), total + 2, ticks, shifts, clientShifts, fates, List.of(possible), lost);
    }

    /** The same faults, but no more than that number of all kinds together. */
    public Faults atMost(int number) {
        return new Faults(most, number, ticks, shifts, clientShifts, fates, ailments, lost);
    }

    private Map<EventKind, Integer> and(EventKind kind, int times) {
        Map<EventKind, Integer> more = new EnumMap<>(EventKind.class);
        more.putAll(most);
        more.put(kind, times);
        return more;
    }

    /** The same faults in a world that has lost some keys of its first server when the actors begin. */
    public Faults losing(String... keys) {
        return new Faults(most, total, ticks, shifts, clientShifts, fates, ailments, List.of(keys));
    }

    boolean may(EventKind kind) {
        return most.containsKey(kind);
    }
}
