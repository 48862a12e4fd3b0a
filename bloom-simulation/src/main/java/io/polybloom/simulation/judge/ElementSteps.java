package io.polybloom.simulation.judge;

import io.polybloom.BackendException;
import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Operation.Delivery;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.judge.ModelStep.Kind;
import io.polybloom.simulation.schedule.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Extracts from a history the steps of one element of one filter. */
final class ElementSteps {

    private static final int ANY_TIME = Integer.MAX_VALUE;
    private static final int NO_OBJECT = -1;

    /** The operations that begin a life or a generation of a filter. */
    private static final Set<OperationKind> RESTARTS = Set.of(
            OperationKind.OPEN, OperationKind.CLEAR, OperationKind.DELETE, OperationKind.EXPIRE, OperationKind.PERSIST);

    private final History history;
    private final String filter;
    private final String element;
    private final boolean forgetful;
    private final Ages ages;
    private final UndoneOperations undone;
    private final SpreadAdd adds;
    private final List<String> objects = new ArrayList<>();
    private final List<Delivery> groups = new ArrayList<>();
    private final List<ModelStep> steps = new ArrayList<>();

    private ElementSteps(History history, Authors authors, String filter, String element, boolean forgetful) {
        this.history = history;
        this.forgetful = forgetful;
        this.filter = filter;
        this.element = element;
        this.ages = new Ages(history, filter, element);
        this.undone = new UndoneOperations(history, authors, filter);
        this.adds = new SpreadAdd(ages, steps);
    }

    /**
     * Reads the steps.
     *
     * @param forgetful whether a failover may lose writes that are not replicated
     */
    static List<ModelStep> of(History history, Authors authors, String filter, String element, boolean forgetful) {
        ElementSteps reader = new ElementSteps(history, authors, filter, element, forgetful);
        for (Call call : history.calls()) {
            if (call.losesWrites()) {
                reader.readLost(call);
            } else if (call.operation().kind().hasTarget()) {
                reader.readTarget(call);
            } else if (call.filter().equals(filter)) {
                reader.read(call);
            }
        }
        history.incidents().forEach(reader::read);
        reader.readExpiries();
        reader.steps.addAll(reader.ages.fades());
        return reader.steps;
    }

    private void read(Call call) {
        if (forgetful && undone.leavesBehind(call)) {
            readLeftBehind(call);
        } else {
            readKnowing(call);
        }
        if (ExceptionRules.tellsOfLoss(call) && call.operation().kind() != OperationKind.OPEN) {
            steps.add(new ModelStep(Kind.NOTICE, object(call), call.begin(), call.end(), false));
        }
    }

    private void readKnowing(Call call) {
        switch (call.operation().kind()) {
            case ADD, ADD_ALL, CLAIM_ALL, ADD_TOGETHER, LOAD, LOOK_UP, LOOK_UP_ALL, LOOK_UP_TOGETHER, MIRROR_LOOK_UP ->
                readAnswers(call);
            case REMOVE -> readRemoval(call);
            case CLEAR -> lifecycle(call, Kind.CLEAR, NO_OBJECT);
            case DELETE -> readDeletion(call);
            case OPEN -> {
                if (call.succeeded()) {
                    steps.add(new ModelStep(Kind.OPEN, object(call), call.begin(), call.end(), false));
                }
            }
            case REBUILD -> readRebuild(call);
            case EXPIRE, PERSIST, SETTLE, STATS, COPY, MERGE, EXPORT, IMPORT, ABANDON, COUNT, MERGE_COUNTERS, PASS -> {
                // Says nothing about an element.
            }
        }
    }

    /** It has spoken to a server that is not the filter's: its answer means nothing, and what it wrote may be lost. */
    private void readLost(Call call) {
        OperationKind kind = call.operation().kind();
        boolean isOfFilter = call.filter().equals(filter);
        boolean mayBring =
                addsIt(call) || call.source() != null && call.source().contains(element);
        if (kind.hasTarget() ? call.operation().target().equals(filter) : isOfFilter && mayBring) {
            steps.add(new ModelStep(Kind.SET, NO_OBJECT, call.begin(), ANY_TIME, true));
        } else if (isOfFilter && RESTARTS.contains(kind)) {
            steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, call.begin(), ANY_TIME, true));
            steps.add(new ModelStep(Kind.END, NO_OBJECT, call.begin(), ANY_TIME, true));
        }
    }

    /**
     * Reads a call whose object goes on with what a failover has brought back or kept; the others may have another
     * filter.
     */
    private void readLeftBehind(Call call) {
        OperationKind kind = call.operation().kind();
        if (addsIt(call)) {
            ModelStep set = new ModelStep(Kind.SET, NO_OBJECT, call.begin(), ANY_TIME, true);
            steps.add(ages.forgets() ? set.aged(ages.ofReturn(call)) : set);
        } else if (RESTARTS.contains(kind)) {
            steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, call.begin(), ANY_TIME, true));
            steps.add(new ModelStep(Kind.END, NO_OBJECT, call.begin(), ANY_TIME, true));
        }
    }

    private boolean addsIt(Call call) {
        return call.operation().kind().adds() && call.operation().elements().contains(element);
    }

    private void readAnswers(Call call) {
        List<String> elements = call.operation().elements();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i).equals(element)) {
                Kind answer = ElementAnswers.of(call, i);
                Delivery delivery = history.delivery(call, i);
                int group = group(call, delivery);
                if (answer == Kind.NEW && history.mayBeClaimed(call, delivery, forgetful)) {
                    answer = Kind.SET;
                }
                if (answer != null) {
                    // An element that is new since its delivery was claimed may be known to a near cache, too.
                    boolean isKnown = answer == Kind.SEEN || answer == Kind.SET;
                    int begin = isKnown ? history.mayBeAsOldAs(call, forgetful) : call.begin();
                    write(call, new ModelStep(answer, object(call), begin, call.end(), false, group));
                } else if (ElementAnswers.mayHaveAdded(call)) {
                    int end = call.died() ? call.end() : ANY_TIME;
                    write(call, new ModelStep(Kind.SET, object(call), call.begin(), end, true, group));
                }
            }
        }
    }

    private void write(Call call, ModelStep step) {
        if (!ages.forgets()) {
            steps.add(step);
        } else if (call.operation().kind().adds()) {
            adds.write(call, step);
        } else {
            // Also of a near cache: an element is forgotten at its time, whatever its object knows.
            steps.add(step.aged(ages.ofLookUp(call)));
        }
    }

    /** The worlds add an element once. A removal without an answer may have taken effect, at any time. */
    private void readRemoval(Call call) {
        boolean denies = call.failure() instanceof BackendException refused && !refused.mayHaveBeenApplied()
                || ExceptionRules.isNotice(call);
        if (!call.operation().elements().contains(element) || denies) {
            return;
        }
        if (call.succeeded()) {
            boolean wasThere = (Boolean) Objects.requireNonNull(call.value());
            steps.add(new ModelStep(wasThere ? Kind.GONE : Kind.UNSEEN, object(call), call.begin(), call.end(), false));
        } else {
            int end = call.died() ? call.end() : ANY_TIME;
            steps.add(new ModelStep(Kind.GONE, object(call), call.begin(), end, true));
        }
    }

    /** After a settlement, or the loss of the claim, nobody has a right to the first answer any more. */
    private int group(Call call, @Nullable Delivery delivery) {
        boolean isClaimLost = delivery != null && forgetful && history.mayHaveLostAClaimOf(delivery);
        if (delivery == null || isClaimLost || history.mayBeSettled(call, delivery)) {
            return ModelStep.NO_GROUP;
        }
        if (!groups.contains(delivery)) {
            groups.add(delivery);
        }
        return groups.indexOf(delivery);
    }

    /** One that has failed may take effect at any time: its version may come late, and others finish it. */
    private void lifecycle(Call call, Kind kind, int object) {
        boolean isForgotten = forgetful && history.mayHaveLostWritesOf(call);
        int end = call.succeeded() ? call.end() : ANY_TIME;
        steps.add(new ModelStep(kind, object, call.begin(), end, isForgotten || !call.succeeded()));
    }

    /** On a full server, no version says that the filter was deleted; so a clear that is under way may go on. */
    private void readDeletion(Call call) {
        boolean goesOn = call.succeeded()
                && history.has(EventKind.AIL)
                && history.calls().stream().anyMatch(other -> isBeginningAnew(other, call.begin(), call.end()));
        int object = call.operation().spec() == null ? object(call) : NO_OBJECT;
        if (goesOn) {
            steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, call.begin(), call.end(), false));
        } else if (mayFindNothing(call)) {
            steps.add(new ModelStep(Kind.END, object, call.begin(), call.end(), true));
        } else {
            lifecycle(call, Kind.END, object);
        }
    }

    /** After the server has lost everything, versions may come back, and a deletion may have found none before. */
    private boolean mayFindNothing(Call deletion) {
        return history.incidents().stream()
                .filter(incident -> incident.kind() == EventKind.FORGET && incident.time() <= deletion.end())
                .anyMatch(incident -> isUnderWay(incident.time()));
    }

    private void readExpiries() {
        for (Expiries.Ending ending : new Expiries(history).of(filter)) {
            steps.add(new ModelStep(Kind.END, NO_OBJECT, ending.from(), ending.until(), !ending.isCertain()));
        }
    }

    private void read(Incident incident) {
        int time = incident.time();
        if (incident.kind() == EventKind.FORGET) {
            // A clear or a rebuild that is under way may go on, without what it was to take away.
            boolean goesOn =
                    history.calls().stream().anyMatch(call -> isBeginningAnew(call, time, time)) || isBroughtBack(time);
            steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, time, time, false));
            steps.add(new ModelStep(Kind.END, NO_OBJECT, time, goesOn ? ANY_TIME : time, goesOn));
        } else if (incident.kind() == EventKind.FAIL_OVER && forgetful) {
            readLoss(incident);
        }
    }

    private boolean isBeginningAnew(Call call, int since, int until) {
        OperationKind kind = call.operation().kind();
        return call.filter().equals(filter)
                && (kind == OperationKind.CLEAR || kind == OperationKind.REBUILD || kind.adds() && ages.forgets())
                && call.begin() <= until
                && (call.end() >= since || !call.succeeded());
    }

    /** Calls that are under way may bring versions back, of which all data is lost, for the next clear or rebuild. */
    private boolean isBroughtBack(int time) {
        return isUnderWay(time) && history.calls().stream().anyMatch(call -> isBeginningAnew(call, time, ANY_TIME));
    }

    private boolean isUnderWay(int time) {
        return history.calls().stream()
                .anyMatch(call -> call.filter().equals(filter)
                        && call.begin() <= time
                        && (call.end() >= time || !call.succeeded()));
    }

    /**
     * A failover forgets the last writes. So it loses an element only if no add had ended before the first of them that
     * counts still, and it undoes a clear, a deletion or a creation only if that had not. A rebuild that was under way
     * goes on with what is left of the next generation, in which elements that it has brought before may be missing.
     */
    private void readLoss(Incident failover) {
        boolean isKept = false;
        boolean isRestarted = false;
        int time = failover.time();
        for (Call call : history.calls()) {
            boolean isOfFilter = call.filter().equals(filter) && call.begin() <= failover.time();
            boolean isReplicated = call.end() < failover.lost().since();
            isKept |= isOfFilter
                    && isReplicated
                    && call.succeeded()
                    && call.operation().kind().adds()
                    && call.operation().elements().contains(element)
                    && !history.mayHaveLostWritesOf(call, failover.time())
                    && !history.isTakenAway(filter, element, call, time)
                    && ages.isRemembered(call, failover);
            isRestarted |= isOfFilter
                    && !isReplicated
                    && RESTARTS.contains(call.operation().kind());
            if (isOfFilter && !isReplicated && call.operation().kind() == OperationKind.REBUILD) {
                int end = call.succeeded() ? Math.max(time, call.end()) : ANY_TIME;
                steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, time, end, true));
            }
        }
        if (history.mayHaveUnsealed(filter, failover)) {
            readUnsealed(failover);
        }
        if (isRestarted || !isKept) {
            steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, time, time, true));
        }
        if (isRestarted) {
            steps.add(new ModelStep(Kind.END, NO_OBJECT, time, time, true));
            steps.add(new ModelStep(Kind.SET, NO_OBJECT, time, time, true).aged(ages.ofWhatComesBack(failover)));
        }
    }

    /**
     * An add that was under way has read the seal of a layer, and brings its element to the next one. Who does not know
     * that one does not find it before the layer is sealed again.
     */
    private void readUnsealed(Incident failover) {
        int time = failover.time();
        for (Call call : history.calls()) {
            boolean isUnderWay = call.begin() <= time && call.end() >= time;
            if (isUnderWay && call.filter().equals(filter) && hasAnswered(call)) {
                steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, time, ANY_TIME, true));
                steps.add(new ModelStep(Kind.SET, NO_OBJECT, time, ANY_TIME, true));
            }
        }
    }

    /**
     * The filter has the elements that the rebuild has read, and those that were added since. It may forget elements
     * that it has not read until somebody has been told of an add: then the element is there, once for all.
     */
    private void readRebuild(Call rebuild) {
        if (rebuild.source() == null) {
            return;
        }
        if (rebuild.source().contains(element)) {
            int end = rebuild.succeeded() ? rebuild.end() : ANY_TIME;
            steps.add(new ModelStep(Kind.SET, NO_OBJECT, rebuild.begin(), end, !rebuild.succeeded()));
            return;
        }
        int firstAnswer = ANY_TIME;
        int firstBegin = ANY_TIME;
        for (Call call : history.calls()) {
            if (call.filter().equals(filter)
                    && hasAnswered(call)
                    && mustKeep(rebuild, call)
                    && call.end() < firstAnswer) {
                firstAnswer = call.end();
                firstBegin = call.begin();
            }
        }
        boolean mayBeRestarted = mayBeRestarted(firstBegin, firstAnswer);
        // Before the answer, or the model could forget its own answer.
        steps.add(new ModelStep(Kind.CLEAR, NO_OBJECT, rebuild.begin(), firstAnswer - 1, true));
        if (firstAnswer != ANY_TIME) {
            steps.add(new ModelStep(Kind.SET, NO_OBJECT, firstAnswer, firstAnswer, mayBeRestarted));
        }
    }

    /**
     * Whether an element is kept because of an add: if it was removed from what the rebuild reads, only one that counts
     * from after the mark. A near cache may answer as of before, unless its object knows of the rebuild: an add of
     * another element, which the near cache did not answer, has met the mark.
     */
    private boolean mustKeep(Call rebuild, Call add) {
        if (!rebuild.operation().elements().contains(element)) {
            return true;
        }
        boolean knows = history.calls().stream()
                .filter(other ->
                        object(other) == object(add) && other.operation().kind().adds())
                .anyMatch(other -> other.succeeded()
                        && other.begin() >= rebuild.markedAt()
                        && other.end() <= add.begin()
                        && !other.operation().elements().contains(element)
                        && hasAskedTheServer(other));
        int asOf = knows ? add.begin() : history.mayBeAsOldAs(add, forgetful);
        return asOf >= rebuild.markedAt();
    }

    /**
     * Whether an add must have asked the server: a near cache knows no element that is new, or about which its object
     * was not asked before.
     */
    private boolean hasAskedTheServer(Call add) {
        List<String> elements = add.operation().elements();
        return IntStream.range(0, elements.size())
                .anyMatch(i -> ElementAnswers.of(add, i) != Kind.SEEN
                        || history.calls().stream()
                                .filter(other -> other != add && other.begin() <= add.end())
                                .filter(other -> object(other) == object(add))
                                .noneMatch(other -> other.operation().elements().contains(elements.get(i))));
    }

    private boolean hasAnswered(Call add) {
        List<String> elements = add.operation().elements();
        return add.operation().kind().adds()
                && IntStream.range(0, elements.size())
                        .anyMatch(i -> elements.get(i).equals(element) && ElementAnswers.of(add, i) != null);
    }

    /** Returns whether a life or a generation may have ended between the begin of an add and its answer. */
    private boolean mayBeRestarted(int begin, int answer) {
        return history.has(EventKind.FORGET, EventKind.FAIL_OVER)
                || history.calls().stream()
                        .filter(call -> call.filter().equals(filter) && call.begin() <= answer)
                        .anyMatch(call -> mayRestartAfter(begin, call));
    }

    /** An expiry takes effect after its call. */
    private static boolean mayRestartAfter(int time, Call call) {
        return switch (call.operation().kind()) {
            case CLEAR, DELETE -> !call.succeeded() || call.end() >= time;
            case EXPIRE -> true;
            default -> false;
        };
    }

    /**
     * A copy has the elements of its source when it began to verify, and a union those of its sources when the merge
     * began.
     */
    private void readTarget(Call copy) {
        if (!copy.operation().target().equals(filter)) {
            return;
        }
        String source = copy.filter();
        if (copy.operation().kind() == OperationKind.IMPORT) {
            readImport(copy, history.latestExport(copy));
            return;
        }
        boolean isCertain = copy.succeeded() && history.isCertainlyIn(source, element, copy.verifiedFrom(), copy.end());
        if (isCertain || history.mayBeIn(source, element)) {
            int end = copy.succeeded() ? copy.end() : ANY_TIME;
            steps.add(new ModelStep(Kind.SET, NO_OBJECT, copy.begin(), end, !isCertain));
        }
    }

    /** Who opens a filter that only imports make sees all of a snapshot. */
    private void readImport(Call call, Call export) {
        if (!history.mayBeIn(export.filter(), element, export.end())) {
            return;
        }
        boolean isWhole = history.isCertainlyIn(export.filter(), element, export.begin() + 1, export.end());
        int seen = history.firstOpenOfWhatIsImported(call);
        boolean isCertain = isWhole && (call.succeeded() || seen != ANY_TIME);
        int end = Math.min(seen, call.succeeded() ? call.end() : ANY_TIME);
        steps.add(new ModelStep(Kind.SET, NO_OBJECT, call.begin(), end, !isCertain));
    }

    private int object(Call call) {
        String name = call.operation().object();
        if (!objects.contains(name)) {
            objects.add(name);
        }
        return objects.indexOf(name);
    }
}
