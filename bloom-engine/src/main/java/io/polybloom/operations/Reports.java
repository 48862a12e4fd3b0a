package io.polybloom.operations;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.listener.FilterListener;
import io.polybloom.listener.OperationFailure;
import io.polybloom.listener.OperationKind;
import io.polybloom.listener.OperationReport;
import io.polybloom.spi.Batch;
import io.polybloom.step.Step;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells the listener of a filter, if there is one, the outcomes of its operations. Thread-safe. */
final class Reports {

    private static final Logger LOGGER = System.getLogger(Reports.class.getName());

    private final OpenFilter filter;
    /** Null without a listener: then nothing is reported, and nothing is counted. */
    private final @Nullable FilterListener listener;

    /** Whether this thread is within the listener. */
    private final ThreadLocal<Boolean> telling = ThreadLocal.withInitial(() -> false);

    Reports(OpenFilter filter) {
        this.filter = filter;
        this.listener = filter.options().listener().orElse(null);
    }

    /** Returns whether the caller is the listener, whose calls are not reported and do not wait for others. */
    boolean isTelling() {
        return !isEmpty() && telling.get();
    }

    /** Returns whether there is no listener to be told. */
    boolean isEmpty() {
        return listener == null;
    }

    private boolean isSilent() {
        return isEmpty() || telling.get();
    }

    /**
     * Returns an operation that is reported when it ends.
     *
     * @param elements the number of elements, or 0 if the tally of its value says so
     */
    <R> Step<R> of(OperationKind kind, long elements, Supplier<Step<R>> operation, Function<R, Tally> reading) {
        if (isSilent()) {
            return operation.get();
        }
        Open<R> ending = new Open<>(kind, elements, reading);
        Step<R> first;
        try {
            first = operation.get();
        } catch (BloomFilterException failure) {
            ending.failed(failure);
            throw failure;
        }
        return first.observed(ending);
    }

    /** Reports a call that was answered without an operation. */
    void answered(OperationKind kind, Tally tally) {
        if (!isSilent()) {
            tell(new Open<>(kind, 1, value -> tally), tally, 0, null);
        }
    }

    /** Reports a call that has failed without an operation. */
    void refused(OperationKind kind, Throwable failure) {
        if (!isSilent()) {
            new Open<>(kind, 1, value -> Tally.NOTHING).failed(failure);
        }
    }

    private void tell(Open<?> ending, Tally tally, long batches, @Nullable Throwable failure) {
        OperationReport report = new OperationReport(
                filter.snapshot().generation().description().name(),
                ending.kind,
                Math.max(ending.elements, tally.elements()),
                tally.absent(),
                tally.present(),
                batches,
                filter.takeRecoveries(),
                Duration.ofNanos(System.nanoTime() - ending.begin),
                Optional.ofNullable(failure).map(thrown -> new OperationFailure(reason(thrown), thrown)));
        telling.set(true);
        try {
            Objects.requireNonNull(listener).ended(report);
        } catch (RuntimeException | Error thrown) {
            LOGGER.log(Logger.Level.WARNING, "a listener of a filter threw an exception", thrown);
        } finally {
            telling.remove();
        }
    }

    private static String reason(Throwable failure) {
        Throwable stopped = failure instanceof PartialBulkException partial ? partial.getCause() : failure;
        if (stopped instanceof BackendException backend) {
            return backend.reason().name();
        }
        if (!(stopped instanceof BloomFilterException)) {
            return "OTHER";
        }
        String name = stopped.getClass().getSimpleName().replaceFirst("Exception$", "");
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private static Tally tallyOf(Throwable failure) {
        if (!(failure instanceof PartialBulkException partial)) {
            return Tally.NOTHING;
        }
        return new Tally(
                partial.outcomes().size(),
                Collections.frequency(partial.outcomes(), ElementOutcome.NEW),
                Collections.frequency(partial.outcomes(), ElementOutcome.PRESENT));
    }

    /** The state of an operation before it ends. */
    private final class Open<R> implements Step.Observer<R> {

        private final OperationKind kind;
        private final long elements;
        private final Function<R, Tally> reading;
        private final long begin = System.nanoTime();
        private long batches;

        private Open(OperationKind kind, long elements, Function<R, Tally> reading) {
            this.kind = kind;
            this.elements = elements;
            this.reading = reading;
        }

        @Override
        public Batch made(Batch batch) {
            batches++;
            return batch;
        }

        @Override
        public void done(R value) {
            tell(this, reading.apply(value), batches, null);
        }

        @Override
        public void failed(Throwable failure) {
            tell(this, tallyOf(failure), batches, failure);
        }
    }
}
