package io.polybloom.internal.filter;

import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.step.Step;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one client has told the callers of a filter object: that the filter is gone, for good, or that it is another
 * one, once. Thread-safe.
 */
public final class Notices {

    private final String name;

    /** The exception that has told a caller that the filter is gone: this object is over. */
    private volatile @Nullable FilterGoneException end;

    /** The last exception that said that the filter is another one, or in an earlier state. */
    private volatile @Nullable LostDataException last;

    /** The same exception while a later call must throw it again. */
    private final AtomicReference<@Nullable LostDataException> untold = new AtomicReference<>();

    Notices(String name) {
        this.name = name;
    }

    /**
     * Returns the exception of a call on an object that has told a caller that the filter is gone; null if this one has
     * not. A partition may have outlived the filter, and another client may have created the next filter of the name;
     * but a caller who knows that the filter is gone must not get answers from either. To open the name again shows
     * what is there.
     */
    public @Nullable FilterGoneException gone() {
        FilterGoneException gone = end;
        return gone == null
                ? null
                : again(
                        gone,
                        gone.getMessage() + ". This object has said so before, and says so until it is opened again,"
                                + " even if the filter has been created again");
    }

    /** Returns an exception of its own for another caller who is told that the filter is gone. */
    public static FilterGoneException again(FilterGoneException gone, String message) {
        return new FilterGoneException(gone.name(), message, gone.hasExpired());
    }

    /** Returns the last exception that said that the filter is another one; null if there was none. */
    public @Nullable LostDataException last() {
        return last;
    }

    /**
     * Makes the next look-up or write of an element throw what an operation has thrown, if that said that the filter is
     * another one. For operations whose caller has not seen the exception, or only measures the filter.
     */
    public void tellAgain(Throwable failure) {
        LostDataException told = last;
        if (reason(failure) == told) {
            untold.set(told);
        }
    }

    /**
     * Returns the steps that end with an exception that this call must throw in place of an earlier one; null if there
     * is none. They read the register first: if the filter is gone, or another one again, by now, the caller is told of
     * that instead, so it is not told twice in a row.
     *
     * @param reading reads the register and adopts what is stored
     */
    public <R> @Nullable Step<R> pending(Supplier<Step<Snapshot>> reading) {
        LostDataException kept = untold.get();
        if (kept == null || !untold.compareAndSet(kept, null)) {
            return null;
        }
        LostDataException told = told(new LostDataException(kept.name(), kept.getMessage()));
        return reading.get()
                .<R>map(snapshot -> {
                    throw told;
                })
                .translateFailure(failure -> {
                    if (failure != told && failure != last && !(failure instanceof FilterGoneException)) {
                        told.addSuppressed(failure);
                        return told;
                    }
                    return failure;
                });
    }

    /** Records the exception that says that the filter is another one, and returns it. */
    LostDataException told(LostDataException told) {
        last = told;
        untold.set(null);
        return told;
    }

    /** Records the exception of a call if it says that the filter is gone. */
    void takeNoteOf(Throwable failure) {
        // A load runs code of the caller, who may have asked for another filter.
        if (reason(failure) instanceof FilterGoneException gone && end == null && name.equals(gone.name())) {
            end = gone;
        }
    }

    /** Returns why a call has failed: for a bulk operation, the reason of its elements without an answer. */
    static @Nullable Throwable reason(Throwable failure) {
        return failure instanceof PartialBulkException partial ? partial.getCause() : failure;
    }
}
