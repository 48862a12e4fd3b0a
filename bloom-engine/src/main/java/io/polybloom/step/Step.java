package io.polybloom.step;

import io.polybloom.BloomFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The next action of an operation: to send batches and continue with the replies, or to end with a value. The engine
 * makes steps without any I/O; a driver runs them. A step is used once and by one driver, which calls it from one
 * thread at a time.
 *
 * @param <R> the type of the operation's value; {@link Void} for none
 */
public sealed interface Step<R> {

    /**
     * The driver must send these batches, pass every answer to the receiver, and then ask for the next step.
     *
     * @param batches produced lazily; the next one may be taken while earlier ones are in flight
     * @param mostInFlight the room for batches in flight at a time, at least 1; each takes 1, or more if the receiver
     *     {@linkplain Receiver#share says so}. Of those with the same {@linkplain Batch#orderingKey() ordering key} and
     *     server, only one is in flight, unless they may overtake each other
     * @param receiver takes the replies of each batch as they arrive
     * @param next the step after the last answer; throws the operation's exception if it has failed
     */
    record Send<R>(Iterator<Batch> batches, int mostInFlight, Receiver receiver, Supplier<Step<R>> next)
            implements Step<R> {}

    /** The operation has ended with this value. */
    record Done<R>(R value) implements Step<R> {}

    /** Takes the replies of a batch: one per command, in order. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Takes the replies of one batch. Must not throw.
         *
         * @return whether to continue; if false, no further batch is sent, but those in flight are still awaited
         */
        boolean receive(Batch batch, List<Reply> replies);

        /**
         * Returns whether the answers are the same if a batch is executed before an earlier one of its
         * {@linkplain Batch#orderingKey() ordering key}, so that both may be in flight at the same time.
         */
        default boolean mayOvertake(Batch later, Batch earlier) {
            return false;
        }

        /** Returns how much of that room a batch takes, at least 1; one that takes more than there is flies alone. */
        default int share(Batch batch) {
            return 1;
        }

        /**
         * Returns whether making the next batch runs the caller's code, which may itself use the client. Such a batch
         * is requested only while no batch of the step is in flight and no connection is held.
         */
        default boolean runsCallersCode() {
            return false;
        }
    }

    /**
     * Sees what an operation sends and how it ends. It is told of the end after the last batch, when no connection is
     * held; what it then throws takes the place of the value.
     *
     * @param <R> the type of the value
     */
    interface Observer<R> {

        /** Sees a batch, before it is sent; returns it, or the one to send in its place. */
        default Batch made(Batch batch) {
            return batch;
        }

        /** Sees the replies to a batch that was sent, before the operation does. */
        default void answered(Batch batch, List<Reply> replies) {}

        /** Sees the value of the operation. */
        default void done(R value) {}

        /** Sees the exception in place of the value. */
        default void failed(Throwable failure) {}
    }

    /** Returns an operation that has ended without a value. */
    static <R> Step<R> done() {
        return ofNullable(null);
    }

    /** Returns an operation that has ended with a value. */
    static <R> Step<R> done(R value) {
        return new Done<>(value);
    }

    /** Returns an operation that has ended with a value, or without one. */
    @SuppressWarnings(
            "NullAway") // A type of Step cannot say that its value may be absent: NullAway needs Java 22 to check that.
    static <R> Step<R> ofNullable(@Nullable R value) {
        return new Done<>(value);
    }

    /** Returns a step that sends one batch and continues with its replies. */
    static <R> Step<R> send(Batch batch, Function<List<Reply>, Step<R>> next) {
        SingleExchange exchange = new SingleExchange(batch);
        return new Send<>(exchange, 1, exchange, () -> next.apply(exchange.replies()));
    }

    /** Returns this operation, then another one that continues with its value. A chain of any length needs no stack. */
    default <S> Step<S> then(Function<? super R, Step<S>> continuation) {
        return Sequel.then(this, continuation);
    }

    /** Returns this operation with another value, which is made of its own. */
    default <S> Step<S> map(Function<? super R, ? extends S> mapping) {
        return then(value -> done(mapping.apply(value)));
    }

    /**
     * Returns this operation, whose value an action sees first; what the action throws takes the place of the value.
     */
    default Step<R> also(Consumer<? super R> action) {
        return map(value -> {
            action.accept(value);
            return value;
        });
    }

    /** Returns this operation without its value. */
    default Step<Void> asVoid() {
        return then(value -> done());
    }

    /** Returns this operation on servers whose indexes are greater by the given number. */
    default Step<R> onServersFrom(int first) {
        return first == 0
                ? this
                : observed(new Observer<>() {
                    @Override
                    public Batch made(Batch batch) {
                        return batch.onServer(batch.server() + first);
                    }
                });
    }

    /**
     * Returns the same operation with an observer.
     *
     * @param observer sees one operation: it is confined to its driver
     */
    default Step<R> observed(Observer<R> observer) {
        return ObservedStep.follow(this, observer);
    }

    /** Returns this operation with its failures translated. */
    default Step<R> translateFailure(Function<BloomFilterException, ? extends RuntimeException> translation) {
        return recover(failure -> {
            throw translation.apply(failure);
        });
    }

    /** Returns this operation, or another one in its place if it fails. */
    default Step<R> recover(Function<BloomFilterException, Step<R>> alternative) {
        return this instanceof Send<R> send ? Sequel.recover(send, alternative) : this;
    }
}
