package io.polybloom.simulation.actor;

import io.polybloom.driver.LaterCalls;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.step.Step;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The single calls of a filter object on their way through its queue, which answers a call from the near cache, lets it
 * go alone, or lets it wait. Calls that have waited go together: the actor that has waited longest drives their steps,
 * as a thread of a blocking client does.
 */
final class SingleCalls implements LaterCalls.Flavour<SingleCalls.Entry> {

    /** Says that the actor that drove a call for others has died: they are threads of one process. */
    static final class DriverDied extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DriverDied() {
            super("the actor that drove this call has died", null, false, false);
        }
    }

    /** A call of an actor: its steps, or its place in the queue. */
    static final class Entry implements SingleCall.Caller {

        private final @Nullable Actor actor;
        private final SingleCall call;
        private @Nullable Step<Boolean> steps;
        private @Nullable Consumer<@Nullable Throwable> end;
        private @Nullable Boolean answer;
        private @Nullable Throwable failure;

        private Entry(@Nullable Actor actor, SingleCall call) {
            this.actor = actor;
            this.call = call;
        }

        /** Returns the steps that its actor drives; null while it waits. */
        @Nullable
        Step<Boolean> steps() {
            return steps;
        }

        /** Ends the call in the queue, and those that its actor drives, if that has not happened before. */
        void end(@Nullable Throwable reason) {
            Consumer<@Nullable Throwable> last = end;
            end = null;
            if (last != null) {
                last.accept(reason);
            }
        }

        private Actor actor() {
            return Objects.requireNonNull(actor);
        }

        @Override
        public void answered(boolean isYes) {
            if (steps == null && actor().isAbout(this)) {
                actor().answer(isYes);
            } else {
                answer = isYes;
            }
        }

        @Override
        public void failed(Throwable thrown) {
            if (steps == null && actor().isAbout(this)) {
                actor().answer(thrown);
            } else {
                failure = thrown;
            }
        }

        private boolean told() {
            if (failure instanceof RuntimeException known) {
                throw known;
            }
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
            return Objects.requireNonNull(answer);
        }

        /** Whether it has a place in the queue: the engine tells nobody which calls it sends together. */
        private boolean waits() {
            try {
                Object place = WAITING.get(call);
                return place != null && (boolean) WAITS.get(place);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final Field WAITING = field(SingleCall.class, "waiting");
    private static final Field WAITS = field(WAITING.getType(), "waits");

    private final FilterOperations<CharSequence> object;
    private final LaterCalls<Entry> calls;
    private final List<Entry> waiting = new ArrayList<>();

    /** The entries that were told to drive their own calls and those of others. */
    private final Queue<Entry> told = new ArrayDeque<>();

    private final List<Entry> taken = new ArrayList<>();
    private boolean takesPlaces;
    private @Nullable Entry entering;
    private @Nullable Runnable withdrawal;

    SingleCalls(FilterOperations<CharSequence> object) {
        this.object = object;
        this.calls = new LaterCalls<>(object, this);
    }

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes all places but one of a single server, so that calls wait as soon as one is in progress. */
    void leaveOnePlace() {
        takesPlaces = true;
        for (int i = 0; withdrawal == null; i++) {
            enter(null, object.adding("place " + i));
        }
        takesPlaces = false;
        withdrawal.run();
        waiting.clear();
        taken.remove(0).end(null);
    }

    /** Lets a call enter. */
    Entry enter(@Nullable Actor actor, SingleCall call) {
        entering = new Entry(actor, call);
        try {
            return calls.run(call);
        } finally {
            entering = null;
        }
    }

    /** Returns an actor that was told to drive calls that have waited; null if there is none. */
    @Nullable
    Actor poll() {
        Entry next = told.poll();
        return next == null ? null : next.actor();
    }

    @Override
    public Entry runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
        Entry entry = Objects.requireNonNull(entering);
        entry.end = end;
        if (takesPlaces) {
            taken.add(entry);
            return entry;
        }
        try {
            entry.steps = operation
                    .get()
                    .translateFailure(failure -> {
                        entry.end(failure);
                        return failure;
                    })
                    .also(answered -> entry.end(null));
        } catch (RuntimeException | Error thrown) {
            entry.end(thrown);
            throw thrown;
        }
        return entry;
    }

    @Override
    public void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
        List<Entry> sent = waiting.stream().filter(entry -> !entry.waits()).toList();
        waiting.removeAll(sent);
        Entry first = sent.get(0);
        first.end = thrown -> end.accept(null, thrown);
        first.steps = operation
                .then(answers -> {
                    first.end = null;
                    end.accept(answers, null);
                    return Step.done(true);
                })
                .recover(failure -> {
                    first.end(failure);
                    return Step.done(true);
                })
                .map(over -> first.told());
        sent.subList(1, sent.size()).forEach(entry -> first.actor().drives(entry.actor()));
        if (first != entering) {
            told.add(first);
        }
    }

    @Override
    public Entry promise(Consumer<SingleCall.Caller> request, Runnable leave) {
        Entry entry = Objects.requireNonNull(entering);
        waiting.add(entry);
        request.accept(entry);
        if (entry.answer != null || entry.failure != null) {
            waiting.remove(entry);
            entry.steps = Step.done(true).map(over -> entry.told());
        } else if (takesPlaces) {
            withdrawal = leave;
        }
        return entry;
    }
}
