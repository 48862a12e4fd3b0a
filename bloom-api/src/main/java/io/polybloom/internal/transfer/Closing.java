package io.polybloom.internal.transfer;

import io.polybloom.step.Step;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Closes what an operation reads as soon as the operation has ended, however it ends.
 *
 * @param <R> the type of the operation's value
 * @param opened what is closed
 */
record Closing<R>(Closeable opened) {

    /** Returns the same operation, whose steps are made by a supplier. */
    Step<R> follow(Supplier<Step<R>> steps) {
        Step<R> next;
        try {
            next = steps.get();
        } catch (RuntimeException | Error failure) {
            closeAfter(failure);
            throw failure;
        }
        if (next instanceof Step.Send<R> send) {
            return new Step.Send<>(send.batches(), send.window(), send.receiver(), () -> follow(send.next()));
        }
        Exporting.transfer(opened::close);
        return next;
    }

    private void closeAfter(Throwable failure) {
        try {
            opened.close();
        } catch (IOException worse) {
            failure.addSuppressed(worse);
        }
    }
}
