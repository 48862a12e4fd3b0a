package io.polybloom.internal.redis;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The steps that many operations have in common. */
public final class Steps {

    private Steps() {}

    /** Sends commands that must succeed, and continues with their replies. */
    public static <R> Step<R> send(Batch batch, Function<List<Reply>, Step<R>> next) {
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return next.apply(replies);
        });
    }

    /** Sends commands of which only success matters. */
    public static Step<Void> confirmed(Batch batch) {
        return send(batch, replies -> Step.done());
    }

    /**
     * Does the same with one thing after the other; the next thing is taken when the steps of the last one are done.
     */
    public static <T> Step<Void> each(Iterator<T> things, Function<? super T, Step<Void>> action) {
        return things.hasNext() ? action.apply(things.next()).then(done -> each(things, action)) : Step.done();
    }

    /**
     * Sends batches, several of them in flight; nothing more is sent after the first failure, which is thrown at the
     * end.
     *
     * @param mostInFlight the largest number of batches in flight
     * @param reader takes the replies of each batch, and throws if they are none that were wanted
     * @param next the step after the last reply
     */
    public static <R> Step<R> all(
            Iterator<Batch> batches, int mostInFlight, BiConsumer<Batch, List<Reply>> reader, Supplier<Step<R>> next) {
        // Only a holder: one thread at a time calls a step.
        AtomicReference<@Nullable BloomFilterException> failure = new AtomicReference<>();
        Step.Receiver receiver = (batch, replies) -> {
            try {
                reader.accept(batch, replies);
            } catch (BloomFilterException refused) {
                failure.compareAndSet(null, refused);
            }
            return failure.get() == null;
        };
        return new Step.Send<>(batches, mostInFlight, receiver, () -> {
            BloomFilterException first = failure.get();
            if (first != null) {
                throw first;
            }
            return next.get();
        });
    }

    /**
     * Returns the steps that clean up after a failure, and then throw it, or the failure of the clean-up if that is the
     * one {@linkplain #toTell to tell}.
     */
    public static <R> Step<R> failAfter(Step<Void> cleanUp, BloomFilterException failure) {
        return cleanUp.map(cleaned -> failure)
                .recover(worse -> Step.done(toTell(failure, worse)))
                .then(told -> {
                    throw told;
                });
    }

    /**
     * Returns the one of two failures of an operation that its caller is told, with the other one attached. An object
     * is told only once that its filter is another one by now: so a later failure that says so counts, unless the first
     * one says that data was lost, too.
     */
    public static <F extends RuntimeException> F toTell(F first, F later) {
        boolean isNews = saysThatDataWasLost(later) && !saysThatDataWasLost(first);
        F told = isNews ? later : first;
        told.addSuppressed(isNews ? first : later);
        return told;
    }

    private static boolean saysThatDataWasLost(RuntimeException failure) {
        return failure instanceof LostDataException || failure instanceof FilterGoneException;
    }
}
