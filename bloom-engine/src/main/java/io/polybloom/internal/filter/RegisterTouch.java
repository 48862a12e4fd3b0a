package io.polybloom.internal.filter;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.LostDataException;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Step;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Reads register and copy again when they were not read for a period, alongside the first commands of an operation: so
 * an eviction of the least recently used keys does not remove these two before the partitions, and a filter that was
 * cleared, deleted, lost or created again is noticed even where its partitions live on. There is no timer: a filter
 * that nobody uses costs nothing. One operation at a time does this for all operations of the filter object.
 * Thread-safe.
 */
public final class RegisterTouch {

    /** Stands for a time so long ago that the next operation reads the register. */
    private static final long NEVER = Long.MIN_VALUE;

    private final OpenFilter filter;
    private final long periodMillis;
    private final AtomicLong last;

    /** Creates the touch of a filter whose register has just been read. */
    RegisterTouch(OpenFilter filter) {
        this.filter = filter;
        this.periodMillis = filter.options().configCheckedEvery().toMillis();
        this.last = new AtomicLong(filter.localMillis());
    }

    /**
     * Returns the operation, with the reading alongside it if one is due. The reading does not affect the value, except
     * that an exception takes its place if there is another filter under the name, or none. If the reading fails, the
     * value is unaffected, and the next operation reads.
     *
     * @param operation one that has not begun; if it sends nothing, nothing is read
     */
    public <R> Step<R> carriedBy(Step<R> operation) {
        return carriedBy(operation, (value, reason) -> reason);
    }

    /**
     * Returns the operation, with the reading alongside it if one is due.
     *
     * @param complaint makes the exception that takes the place of the value, from the value and the reason
     */
    public <R> Step<R> carriedBy(
            Step<R> operation, BiFunction<R, BloomFilterException, BloomFilterException> complaint) {
        return operation instanceof Step.Send<R> send && isNative() && isMyTurn()
                ? takenAlong(send, complaint)
                : operation;
    }

    private <R> Step<R> takenAlong(
            Step.Send<R> operation, BiFunction<R, BloomFilterException, BloomFilterException> complaint) {
        Generation seen = filter.snapshot().generation();
        Step<Snapshot> reading = filter.opening().touch().then(stored -> filter.takeUp(stored, seen));
        if (!(reading instanceof Step.Send<Snapshot> touch)) {
            return operation;
        }
        SideBySide both = new SideBySide(touch, operation);
        Step.Send<R> together = new Step.Send<>(both, operation.mostInFlight() + 1, both, operation.next());
        return together.recover(this::readNextTime)
                .then(value -> after(touch)
                        .translateFailure(reason -> complaint.apply(value, reason))
                        .map(read -> value));
    }

    /**
     * Returns the rest of the reading. It is put off until the operation has its value, which must not depend on it.
     */
    private Step<Void> after(Step.Send<Snapshot> touch) {
        Step.Send<Snapshot> rest =
                new Step.Send<>(Collections.emptyIterator(), 1, (batch, replies) -> true, touch.next());
        return rest.asVoid().recover(this::conclude);
    }

    private Step<Void> conclude(BloomFilterException failure) {
        if (!(failure instanceof LostDataException)) {
            last.set(NEVER);
        }
        if (failure instanceof BackendException) {
            return Step.done();
        }
        throw failure;
    }

    private <R> Step<R> readNextTime(RuntimeException failure) {
        last.set(NEVER);
        throw failure;
    }

    /** The record of another system, if there is one, is read by every operation anyway. */
    private boolean isNative() {
        return filter.snapshot().generation().isVersioned();
    }

    private boolean isMyTurn() {
        long before = last.get();
        long now = filter.localMillis();
        boolean isTime = before == NEVER || now - before >= periodMillis;
        return isTime && last.compareAndSet(before, now);
    }
}
