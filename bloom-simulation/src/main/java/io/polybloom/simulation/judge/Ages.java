package io.polybloom.simulation.judge;

import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.judge.ModelStep.Kind;
import io.polybloom.simulation.schedule.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How old an element of a filter that forgets is, by the clock of the server that has the register. It must be there
 * for the span after its last add had returned, and must not be there one slice later. A client that does not know that
 * this clock was set forward goes by the time before.
 */
final class Ages {

    private final History history;
    private final String filter;
    private final String element;
    private final ServerClock clock;
    private final Optional<FilterWindow> window;
    private final NavigableSet<Long> instants = new TreeSet<>();
    private final boolean isExact;

    Ages(History history, String filter, String element) {
        this.history = history;
        this.filter = filter;
        this.element = element;
        this.clock = new ServerClock(history);
        this.window = history.calls().stream()
                .filter(call -> call.operation().kind() == OperationKind.OPEN)
                .filter(call -> call.filter().equals(filter))
                .map(call -> Objects.requireNonNull(call.operation().spec()))
                .map(FilterSpec::window)
                .flatMap(Optional::stream)
                .findFirst();
        this.isExact = !clock.wasSetBack();
        if (window.isPresent()) {
            for (Call call : history.calls()) {
                if (call.filter().equals(filter) && adds(call, element)) {
                    instants.add(passing(call));
                    instants.add(promised(call));
                    instants.add(latest(call));
                }
            }
        }
    }

    private static boolean adds(Call call, String element) {
        return call.operation().kind().adds() && call.operation().elements().contains(element);
    }

    /** Returns whether the filter forgets. */
    boolean forgets() {
        return window.isPresent();
    }

    /**
     * The instant from which the span counts. A load promises it from when it brings its bits, and it may bring them as
     * soon as it is called; so may a call of claims, which writes down the claims after that.
     */
    private long promised(Call call) {
        OperationKind kind = call.operation().kind();
        boolean isEarly = kind == OperationKind.LOAD || kind == OperationKind.CLAIM_ALL || !call.succeeded();
        int counted = isEarly ? call.begin() : call.end();
        long from = isEarly ? call.serverMillis() : latest(call);
        return Math.min(from, latest(call)) - clock.unnoticed(call, counted, call.end());
    }

    /**
     * What an add has written before its end is in the slice that was present when it began, as far as its client knew.
     */
    private long passing(Call call) {
        return Math.min(promised(call), known(call));
    }

    private long endOfSlice(long serverMillis) {
        FilterWindow slices = window.orElseThrow();
        return slices.begin(slices.sliceAt(serverMillis) + 1).toEpochMilli();
    }

    /** The time when a call began, as its client may have taken it. */
    private long known(Call call) {
        return call.serverMillis() - clock.unnoticed(call, call.begin(), call.begin());
    }

    private static long latest(Call call) {
        return call.end() == Call.NOT_ENDED ? call.serverMillis() : call.serverMillisAtEnd();
    }

    /** Returns whether what a call has added must be remembered when something happens. */
    boolean isRemembered(Call call, Incident incident) {
        return window.isEmpty()
                || incident.serverMillis()
                        < promised(call) + window.get().span().toMillis();
    }

    /** Returns the age of what an add has brought when it returns. */
    Age ofReturn(Call call) {
        return new Age(number(promised(call)), number(latest(call)), forgotten(call), isStale(call));
    }

    /** Returns the age of what an add brings before it returns. */
    Age beforeReturn(Call call) {
        return new Age(number(passing(call)), number(latest(call)), forgotten(call), isStale(call));
    }

    /** Returns the age of a look-up. */
    Age ofLookUp(Call call) {
        return new Age(0, 0, forgotten(call), isStale(call));
    }

    /** Returns the age of an element that a failover has brought back: it may be as young as the last add before. */
    Age ofWhatComesBack(Incident failover) {
        int latest = history.calls().stream()
                .filter(call -> window.isPresent() && call.filter().equals(filter) && adds(call, element))
                .filter(call -> call.begin() <= failover.time())
                .mapToInt(call -> number(latest(call)))
                .max()
                .orElse(0);
        return new Age(0, latest, 0, false);
    }

    private int forgotten(Call call) {
        FilterWindow slices = window.orElseThrow();
        return isExact ? number(known(call) - slices.span().toMillis() - slices.sliceMillis()) : 0;
    }

    /**
     * Returns whether a call may go by an earlier time than others have: since the clock was set forward after its
     * reading, or back after theirs.
     */
    boolean isStale(Call call) {
        return known(call) < call.serverMillis() || clock.wasSetBackBefore(call.end());
    }

    private int number(long instant) {
        return instants.headSet(instant, true).size();
    }

    /**
     * Returns when slices have ended in the middle of a call, or after it if its commands may still arrive: then what
     * it has written before may be forgotten.
     */
    List<Integer> endsDuring(Call call) {
        int last = call.succeeded() || call.died() ? call.end() : history.rest();
        List<Integer> ends = new ArrayList<>();
        long end = endOfSlice(known(call));
        for (Incident incident : moves()) {
            boolean isDuring = incident.time() >= call.begin() && incident.time() <= last;
            if (isDuring && incident.serverMillis() >= end) {
                ends.add(incident.time());
                end = endOfSlice(incident.serverMillis() - clock.unnoticed(call, incident.time(), call.begin()));
            }
        }
        return ends;
    }

    private List<Incident> moves() {
        return history.incidents().stream()
                .filter(incident -> incident.kind() == EventKind.TICK || incident.kind() == EventKind.SHIFT)
                .toList();
    }

    /** Returns the moments from which on elements may be forgotten. */
    List<ModelStep> fades() {
        List<ModelStep> fades = new ArrayList<>();
        if (window.isEmpty()) {
            return fades;
        }
        for (Incident incident : moves()) {
            int age = number(incident.serverMillis() - window.get().span().toMillis());
            if (age > 0) {
                fades.add(new ModelStep(Kind.FADE, -1, incident.time(), Integer.MAX_VALUE, true)
                        .aged(new Age(age, 0, 0, false)));
            }
        }
        return fades;
    }
}
