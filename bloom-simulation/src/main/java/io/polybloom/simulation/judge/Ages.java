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
 * How old an element of a filter that forgets is, by the clock of the server that has the config. It must be there for
 * the span after its last add had returned, and must not be there one slice later.
 */
final class Ages {

    private final History history;
    private final Optional<FilterWindow> window;
    private final NavigableSet<Long> instants = new TreeSet<>();
    private final long unnoticed;
    private final boolean isExact;

    Ages(History history, String filter, String element) {
        this.history = history;
        this.window = history.calls().stream()
                .filter(call -> call.operation().kind() == OperationKind.OPEN)
                .filter(call -> call.filter().equals(filter))
                .map(call -> Objects.requireNonNull(call.operation().spec()))
                .map(FilterSpec::window)
                .flatMap(Optional::stream)
                .findFirst();
        this.unnoticed = unnoticed(history);
        boolean isVague = false;
        for (Call call : history.calls()) {
            if (call.filter().equals(filter) && adds(call, element)) {
                instants.add(instant(call));
                instants.add(latest(call));
                isVague |= addsBeforeItsEnd(call);
            }
        }
        this.isExact = !isVague && !history.has(EventKind.SHIFT);
    }

    /** By how much the clock of the server was set forward: a client notices it when it asks for the time. */
    private static long unnoticed(History history) {
        long forward = 0;
        long before = 0;
        for (Incident incident : history.incidents()) {
            long shift = incident.serverMillis() - incident.millis();
            if (incident.kind() == EventKind.SHIFT) {
                forward += Math.max(0, shift - before);
            }
            before = incident.kind() == EventKind.SHIFT ? shift : before;
        }
        return forward;
    }

    private static boolean adds(Call call, String element) {
        return call.operation().kind().adds() && call.operation().elements().contains(element);
    }

    /**
     * A load promises the span from when it brings its bits, and it may bring them as soon as it is called; so may a
     * call of claims, which writes down the claims after that, and an add that fails.
     */
    private static boolean addsBeforeItsEnd(Call call) {
        OperationKind kind = call.operation().kind();
        return kind == OperationKind.LOAD || kind == OperationKind.CLAIM_ALL || !call.succeeded();
    }

    private long instant(Call call) {
        return addsBeforeItsEnd(call) ? earlier(call) : latest(call);
    }

    /** The end of a call, by a clock that was not set forward meanwhile; its beginning if it has failed. */
    private long latest(Call call) {
        return call.succeeded() ? Math.max(earlier(call), call.serverMillisAtEnd() - unnoticed) : call.serverMillis();
    }

    /** The beginning of a call, unless the clock was set back meanwhile. */
    private static long earlier(Call call) {
        return call.succeeded() ? Math.min(call.serverMillis(), call.serverMillisAtEnd()) : call.serverMillis();
    }

    /** Returns whether the filter forgets. */
    boolean forgets() {
        return window.isPresent();
    }

    /** Returns a step with its age. */
    ModelStep of(Call call, ModelStep step) {
        if (window.isEmpty()) {
            return step;
        }
        if (call.operation().kind().adds()) {
            return step.aged(instants.headSet(instant(call), true).size());
        }
        long forgotten = window.get().span().toMillis() + window.get().sliceMillis();
        return step.kind() == Kind.SEEN && isExact
                ? step.aged(
                        instants.headSet(call.serverMillis() - forgotten, true).size())
                : step;
    }

    /** Returns a step of an add with the age that it has if it has added as late as possible. */
    ModelStep ofTheEnd(Call call, ModelStep step) {
        return step.aged(instants.headSet(latest(call), true).size());
    }

    /** Returns the moments from which on elements may be forgotten. */
    List<ModelStep> fades() {
        List<ModelStep> fades = new ArrayList<>();
        if (window.isEmpty()) {
            return fades;
        }
        for (Incident incident : history.incidents()) {
            if (incident.kind() == EventKind.TICK || incident.kind() == EventKind.SHIFT) {
                addFade(fades, incident.time(), incident.serverMillis());
            }
        }
        return fades;
    }

    private void addFade(List<ModelStep> fades, int time, long serverMillis) {
        long span = window.orElseThrow().span().toMillis();
        int age = instants.headSet(serverMillis - span, true).size();
        if (age > 0) {
            fades.add(new ModelStep(Kind.FADE, -1, time, Integer.MAX_VALUE, true).aged(age));
        }
    }
}
