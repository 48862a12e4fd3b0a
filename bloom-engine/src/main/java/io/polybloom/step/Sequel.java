package io.polybloom.step;

import io.polybloom.BloomFilterException;
import java.util.Collections;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The continuation of a step: its own continuation, and after it the parts that {@link Step#then} and
 * {@link Step#recover} have appended. The parts are kept as data and processed in a loop, so that an operation of any
 * length needs no stack.
 */
final class Sequel<R> implements Supplier<Step<R>> {

    private sealed interface Part {}

    /** Continues with the value of a step, or with its failure. */
    private record Continuation(
            Function<Step.Done<?>, Step<?>> onValue, Function<BloomFilterException, ? extends Step<?>> onFailure)
            implements Part {}

    private record Both(Part first, Part second) implements Part {}

    /** Marks a step that sends nothing and only puts off its continuation. */
    private static final Step.Receiver NOBODY = (batch, replies) -> true;

    private final Supplier<? extends Step<?>> head;
    private final Part rest;

    private Sequel(Supplier<? extends Step<?>> head, Part rest) {
        this.head = head;
        this.rest = rest;
    }

    /** Returns a step, then another one that continues with its value. */
    @SuppressWarnings("unchecked") // the value has the type that the continuation takes
    static <Q, R> Step<R> then(Step<Q> step, Function<? super Q, Step<R>> continuation) {
        Part part = new Continuation(done -> continuation.apply((Q) done.value()), Sequel::fail);
        return step instanceof Step.Send<Q> send
                ? append(send, part)
                : new Step.Send<>(Collections.emptyIterator(), 1, NOBODY, new Sequel<>(() -> step, part));
    }

    /** Returns a step, or another one in its place if it fails. */
    static <R> Step<R> recover(Step.Send<R> send, Function<BloomFilterException, Step<R>> alternative) {
        return append(send, new Continuation(done -> done, alternative));
    }

    private static Step<?> fail(BloomFilterException failure) {
        throw failure;
    }

    private static <R> Step<R> append(Step.Send<?> send, Part part) {
        Supplier<? extends Step<?>> next = send.next();
        return next instanceof Sequel<?> sequel
                ? continued(send, new Sequel<>(sequel.head, new Both(sequel.rest, part)))
                : continued(send, new Sequel<>(next, part));
    }

    private static <R> Step<R> continued(Step.Send<?> send, Supplier<Step<R>> next) {
        return new Step.Send<>(send.batches(), send.mostInFlight(), send.receiver(), next);
    }

    @Override
    @SuppressWarnings("unchecked") // the last part has a value of this type
    public Step<R> get() {
        Supplier<? extends Step<?>> next = head;
        Part left = rest;
        while (left != null) {
            left = firstInFront(left);
            Step<?> step;
            try {
                step = next.get();
            } catch (BloomFilterException failure) {
                Continuation first = first(left);
                next = () -> first.onFailure().apply(failure);
                left = behindFirst(left);
                continue;
            }
            if (step instanceof Step.Done<?> done) {
                Continuation first = first(left);
                next = () -> first.onValue().apply(done);
                left = behindFirst(left);
                continue;
            }
            Step.Send<?> send = (Step.Send<?>) step;
            next = send.next();
            if (next instanceof Sequel<?> nested) {
                next = nested.head;
                left = new Both(nested.rest, left);
            }
            if (send.receiver() != NOBODY) {
                return continued(send, new Sequel<>(next, left));
            }
        }
        return (Step<R>) next.get();
    }

    /** Returns the same parts with the first of them at the top, however they were put together. */
    private static Part firstInFront(Part parts) {
        Part turned = parts;
        while (turned instanceof Both both && both.first() instanceof Both inner) {
            turned = new Both(inner.first(), new Both(inner.second(), both.second()));
        }
        return turned;
    }

    /** Returns the first part of those that have it at the top. */
    private static Continuation first(Part parts) {
        return (Continuation) (parts instanceof Both both ? both.first() : parts);
    }

    private static @Nullable Part behindFirst(Part parts) {
        return parts instanceof Both both ? both.second() : null;
    }
}
