package io.polybloom.simulation.actor;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.driver.LaterCalls;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Single calls that wait in the queue of a filter object, because the limit of calls in progress is reached, and then
 * go together: one actor drives their groups, one after the other. The answer to each caller becomes the outcome of its
 * element.
 */
final class CallsTogether implements LaterCalls.Flavour<CallsTogether.Caller> {

    private record Group(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {}

    static final class Caller implements SingleCall.Caller {
        private @Nullable ElementOutcome outcome;
        private @Nullable RuntimeException failure;

        @Override
        public void answered(boolean answer) {
            settle(answer ? ElementOutcome.NEW : ElementOutcome.PRESENT);
        }

        @Override
        public void failed(Throwable thrown) {
            settle(ElementOutcome.UNKNOWN);
            failure = thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
        }

        private void settle(ElementOutcome what) {
            if (outcome != null) {
                throw new IllegalStateException("a caller has been told twice");
            }
            outcome = what;
        }
    }

    private final List<Runnable> underWay = new ArrayList<>();
    private final Queue<Group> groups = new ArrayDeque<>();
    private final List<Caller> callers = new ArrayList<>();

    /** Returns the steps of adds of some elements, or of look-ups. */
    static Step<boolean[]> of(FilterOperations<CharSequence> object, boolean adds, List<String> elements) {
        return new CallsTogether().start(object, adds, elements);
    }

    private Step<boolean[]> start(FilterOperations<CharSequence> object, boolean adds, List<String> elements) {
        LaterCalls<Caller> calls = new LaterCalls<>(object, this);
        while (callers.isEmpty()) {
            calls.run(call(object, adds, elements.get(0)));
        }
        for (String element : elements.subList(1, elements.size())) {
            calls.run(call(object, adds, element));
        }
        underWay.forEach(Runnable::run);
        return runGroups().map(over -> answers(adds));
    }

    /** Keeps a call in progress for as long as others must wait. Its answer does not matter, so it is not sent. */
    @Override
    public Caller runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
        underWay.add(() -> end.accept(null));
        return new Caller();
    }

    @Override
    public void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
        groups.add(new Group(operation, end));
    }

    @Override
    public Caller promise(Consumer<SingleCall.Caller> request, Runnable leave) {
        Caller caller = new Caller();
        callers.add(caller);
        request.accept(caller);
        return caller;
    }

    private static SingleCall call(FilterOperations<CharSequence> object, boolean adds, String element) {
        return adds ? object.adding(element) : object.lookingUp(element);
    }

    private Step<Boolean> runGroups() {
        Group group = groups.poll();
        if (group == null) {
            return Step.done(true);
        }
        return group.operation()
                .then(answers -> told(group, answers, null))
                .recover(failure -> told(group, null, failure))
                .then(over -> runGroups());
    }

    private static Step<Boolean> told(
            Group group, boolean @Nullable [] answers, @Nullable BloomFilterException failure) {
        group.end().accept(answers, failure);
        return Step.done(true);
    }

    private boolean[] answers(boolean adds) {
        boolean[] answers = new boolean[callers.size()];
        ElementOutcome[] outcomes = new ElementOutcome[callers.size()];
        RuntimeException failure = null;
        for (int i = 0; i < answers.length; i++) {
            Caller caller = callers.get(i);
            if (caller.outcome == null) {
                throw new IllegalStateException("a caller has been told nothing");
            }
            outcomes[i] = caller.outcome;
            answers[i] = caller.outcome == ElementOutcome.NEW;
            failure = failure == null ? caller.failure : failure;
        }
        if (failure != null) {
            throw adds ? new PartialBulkException(outcomes, failure) : failure;
        }
        return answers;
    }
}
