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
        Step<R> first;
        try {
            first = steps.get();
        } catch (RuntimeException | Error failure) {
            closeAfter(failure, opened);
            throw failure;
        }
        return first.observed(new Step.Observer<>() {
            @Override
            public void done(R value) {
                write(opened::close);
            }

            @Override
            public void failed(Throwable failure) {
                closeAfter(failure, opened);
            }
        });
    }

    private static void closeAfter(Throwable failure, Closeable opened) {
        try {
            opened.close();
        } catch (IOException worse) {
            failure.addSuppressed(worse);
        }
    }
}
