package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.wrong.backend.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntPredicate;

/**
 * Lets adds that threads make while another one is under way go together. Correct except for the changes of subclasses.
 */
abstract class JoinsCalls<T> extends Change<BloomFilter<T>> {

    private record Waiting<T>(T element, CompletableFuture<Boolean> answer) {}

    private final List<Waiting<T>> waiting = new ArrayList<>();
    private boolean isBusy;

    JoinsCalls(BloomFilter<T> right) {
        super(right);
    }

    /** The answer to a call of a group. */
    boolean answer(boolean[] answers, int index) {
        return answers[index];
    }

    /** The answer to a call of a group that has failed. */
    boolean failed(RuntimeException reason) {
        throw reason;
    }

    public boolean add(T element) {
        Waiting<T> own = new Waiting<>(element, new CompletableFuture<>());
        boolean carries;
        synchronized (waiting) {
            carries = !isBusy;
            isBusy = true;
            if (!carries) {
                waiting.add(own);
            }
        }
        if (carries) {
            carry(List.of(own));
        }
        try {
            return own.answer().join();
        } catch (CompletionException failure) {
            throw (RuntimeException) failure.getCause();
        }
    }

    /** Runs a group, and the calls that have come meanwhile, until none waits. */
    private void carry(List<Waiting<T>> first) {
        List<Waiting<T>> group = first;
        while (!group.isEmpty()) {
            run(group);
            synchronized (waiting) {
                group = List.copyOf(waiting);
                waiting.clear();
                isBusy = !group.isEmpty();
            }
        }
    }

    private void run(List<Waiting<T>> group) {
        IntPredicate outcome;
        try {
            boolean[] answers =
                    right.addAll(group.stream().map(Waiting::element).toList());
            outcome = i -> answer(answers, i);
        } catch (PartialBulkException partial) {
            outcome = i -> known(partial, i);
        } catch (RuntimeException failure) {
            outcome = i -> {
                throw failure;
            };
        }
        for (int i = 0; i < group.size(); i++) {
            CompletableFuture<Boolean> answer = group.get(i).answer();
            try {
                answer.complete(outcome.test(i));
            } catch (RuntimeException thrown) {
                answer.completeExceptionally(thrown);
            }
        }
    }

    private boolean known(PartialBulkException partial, int index) {
        ElementOutcome outcome = partial.outcomes().get(index);
        if (outcome == ElementOutcome.NEW || outcome == ElementOutcome.PRESENT) {
            return outcome == ElementOutcome.NEW;
        }
        return failed(partial.getCause());
    }
}
