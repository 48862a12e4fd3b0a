package io.polybloom.internal.transfer;

import io.polybloom.step.Step;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** Runs the caller's streams within a task, which fails as they do. */
final class CallerStream {

    private CallerStream() {}

    @FunctionalInterface
    interface Reading<R> {
        R read() throws IOException;
    }

    @FunctionalInterface
    interface Writing {
        void write() throws IOException;
    }

    static <R> R read(Reading<R> reading) {
        try {
            return reading.read();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void write(Writing writing) {
        try {
            writing.write();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns an operation that closes what it reads as soon as it has ended, however it ends. */
    static <R> Step<R> closing(Closeable opened, Supplier<Step<R>> steps) {
        Step<R> next;
        try {
            next = steps.get();
        } catch (RuntimeException | Error failure) {
            closeAfter(failure, opened);
            throw failure;
        }
        if (next instanceof Step.Send<R> send) {
            return new Step.Send<>(send.batches(), send.window(), send.receiver(), () -> closing(opened, send.next()));
        }
        write(opened::close);
        return next;
    }

    private static void closeAfter(Throwable failure, Closeable opened) {
        try {
            opened.close();
        } catch (IOException worse) {
            failure.addSuppressed(worse);
        }
    }
}
