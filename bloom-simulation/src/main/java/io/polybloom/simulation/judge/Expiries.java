package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.schedule.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The instants at which filters expire. An expiry that was set ends a filter when its instant has come, and at no other
 * time, unless another expiry, or the removal of it, was acknowledged after it.
 */
final class Expiries {

    private static final int ANY_TIME = Integer.MAX_VALUE;

    private static final Set<OperationKind> DECIDES =
            Set.of(OperationKind.EXPIRE, OperationKind.PERSIST, OperationKind.DELETE);

    private static final Set<OperationKind> LEAVES_PERMANENT =
            Set.of(OperationKind.LOAD, OperationKind.MERGE, OperationKind.PERSIST);

    /**
     * The end of a filter.
     *
     * @param from the first time at which it may have come
     * @param until the last one
     * @param isCertain whether it has come for certain
     * @param millis the instant that was set
     */
    record Ending(int from, int until, boolean isCertain, long millis) {}

    private final History history;

    Expiries(History history) {
        this.history = history;
    }

    /** Returns the ends of a filter, those that it has taken over from the source of a copy included. */
    List<Ending> of(String filter) {
        List<Ending> endings = new ArrayList<>();
        for (Call call : history.calls()) {
            if (call.operation().kind() == OperationKind.EXPIRE && call.filter().equals(filter)) {
                add(call, filter, 0, endings);
            }
            boolean isCopied = call.operation().kind() == OperationKind.COPY
                    && call.operation().target().equals(filter);
            for (Call setting : isCopied ? history.calls() : List.<Call>of()) {
                if (setting.operation().kind() == OperationKind.EXPIRE
                        && setting.filter().equals(call.filter())
                        && setting.begin() <= call.end()) {
                    add(setting, filter, call.begin(), endings);
                }
            }
        }
        return endings;
    }

    private void add(Call setting, String filter, int notBefore, List<Ending> endings) {
        long instant = setting.millis() + setting.operation().life().toMillis();
        int moment = Math.max(reached(setting, instant), notBefore);
        if (moment == ANY_TIME || isSuperseded(setting, filter, moment)) {
            return;
        }
        boolean isCertain = notBefore == 0
                && setting.succeeded()
                && setting.end() <= moment
                && isReachedEverywhere(moment, instant)
                && isAlone(setting, filter, moment);
        // What a failed call has left half done is completed by others, at any time; and partitions on a server whose
        // clock is behind live on.
        boolean isAtOnce = setting.succeeded()
                && notBefore == 0
                && isReachedEverywhere(moment, instant)
                && !isLeftPermanent(filter, moment);
        int until = isAtOnce ? Math.max(moment, setting.end()) : ANY_TIME;
        endings.add(new Ending(moment, until, isCertain, instant));
    }

    /** The first time from the beginning of a call on when the instant may have come on any server. */
    private int reached(Call setting, long instant) {
        if (Math.max(setting.serverMillis(), setting.millis()) >= instant) {
            return setting.begin();
        }
        for (Incident incident : history.incidents()) {
            boolean isReached = incident.fastestMillis() >= instant;
            if (isMove(incident) && isReached && incident.time() >= setting.begin()) {
                return incident.time();
            }
        }
        return ANY_TIME;
    }

    /** A server whose clock is set back again may not have noticed that the instant had come. */
    private boolean isReachedEverywhere(int moment, long instant) {
        return history.incidents().stream()
                        .anyMatch(incident -> incident.time() == moment && incident.slowestMillis() >= instant)
                && history.incidents().stream()
                        .noneMatch(incident -> incident.time() > moment && incident.slowestMillis() < instant);
    }

    private static boolean isMove(Incident incident) {
        return incident.kind() == EventKind.TICK || incident.kind() == EventKind.SHIFT;
    }

    /**
     * Whether another change of the expiry, or a deletion, was begun after a call had ended, and acknowledged before a
     * moment; or whether the server has forgotten the filter in between.
     */
    private boolean isSuperseded(Call setting, String filter, int moment) {
        boolean isForgotten = history.incidents().stream()
                .anyMatch(incident -> incident.kind() == EventKind.FORGET
                        && incident.time() > setting.end()
                        && incident.time() < moment);
        return isForgotten
                || setting.filter().equals(filter)
                        && decisions(filter)
                                .filter(other -> !other.losesWrites() && !history.mayHaveLostWritesOf(other))
                                .anyMatch(other ->
                                        other.succeeded() && other.begin() > setting.end() && other.end() < moment);
    }

    /**
     * Whether a partition may live on since a call has ended half-way: the command of a merge that unites bits drops
     * the expiry, a persist that another change has overtaken is corrected by its own caller, and an add to a window
     * gives the partition the expiry of its slice.
     */
    private boolean isLeftPermanent(String filter, int by) {
        return history.calls().stream()
                .filter(call -> !call.succeeded() && call.begin() <= by)
                .filter(call -> LEAVES_PERMANENT.contains(call.operation().kind())
                        || call.operation().kind().adds()
                                && history.sliceMillis(filter).isPresent())
                .map(call ->
                        call.operation().kind().hasTarget() ? call.operation().target() : call.filter())
                .anyMatch(filter::equals);
    }

    /** Whether nothing else until the moment can have changed the expiry, or have ended the filter. */
    private boolean isAlone(Call setting, String filter, int moment) {
        boolean isLost =
                new Losses(history).between(filter, setting.begin(), moment).isPresent();
        return !isLost
                && decisions(filter)
                        .filter(other -> other != setting)
                        .allMatch(
                                other -> other.succeeded() && other.end() < setting.begin() || other.begin() > moment);
    }

    private Stream<Call> decisions(String filter) {
        return history.calls().stream()
                .filter(call -> DECIDES.contains(call.operation().kind()))
                .filter(call -> call.filter().equals(filter));
    }

    /** Whether a filter may have expired by a time. */
    boolean mayHaveCome(String filter, int by) {
        return of(filter).stream().anyMatch(ending -> ending.from() <= by);
    }

    /**
     * The first time from which on a filter has expired on every server; never if a clock is set back since, so that
     * the filter is there again without the partitions that the server has removed.
     */
    int isOverFrom(String filter) {
        int over = ANY_TIME;
        for (Ending ending : of(filter)) {
            for (Incident incident : history.incidents()) {
                if (isMove(incident)
                        && incident.time() >= ending.from()
                        && isReachedEverywhere(incident.time(), ending.millis())) {
                    over = Math.min(over, incident.time());
                }
            }
        }
        return over;
    }
}
