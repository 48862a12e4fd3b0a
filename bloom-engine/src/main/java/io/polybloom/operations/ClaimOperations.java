package io.polybloom.operations;

import com.google.common.hash.Funnel;
import io.polybloom.internal.membership.Deliveries;
import io.polybloom.internal.membership.ElementFailures;
import io.polybloom.internal.model.CallElements;
import io.polybloom.listener.OperationKind;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Objects;

/**
 * The operations of the claims of one writer, as steps. The contracts are those of {@link io.polybloom.Claims}.
 * Exceptions about arguments are thrown at once, all others by the steps. Thread-safe; each step belongs to one driver.
 *
 * @param <T> the type of the elements
 */
public final class ClaimOperations<T> {

    private final FilterOperations<T> filter;
    private final Deliveries deliveries;
    private final Funnel<? super T> funnel;

    ClaimOperations(FilterOperations<T> filter, Deliveries deliveries, Funnel<? super T> funnel) {
        this.filter = filter;
        this.deliveries = deliveries;
        this.funnel = funnel;
    }

    /** Adds elements whose deliveries are consecutive; one answer per element in order. */
    public Step<boolean[]> addAll(long firstDelivery, List<? extends T> elements) {
        requireDeliveries(firstDelivery, elements.size());
        CallElements bytes = CallElements.of(elements, funnel);
        return filter.addAll(bytes, snapshot -> deliveries.add(snapshot, firstDelivery, bytes));
    }

    /** Adds one element; true if it is new. */
    public Step<Boolean> add(long delivery, T element) {
        return ElementFailures.single(addAll(delivery, List.of(Objects.requireNonNull(element, "element"))));
    }

    /** Removes the claims of all deliveries up to and including this one. */
    public Step<Void> settle(long upTo) {
        requireDeliveries(upTo, 1);
        return filter.ofWhole(
                OperationKind.CLAIMS, () -> filter.withUsableSnapshot(snapshot -> deliveries.settle(snapshot, upTo)));
    }

    /** Counts the deliveries that are claimed. */
    public Step<Long> unsettled() {
        return filter.ofWhole(OperationKind.CLAIMS, () -> filter.withUsableSnapshot(deliveries::count));
    }

    /** Returns the names of the filter and the writer, for logs. */
    @Override
    public String toString() {
        return "Claims[filter=" + filter.description().name() + ", writer=" + deliveries.writer() + "]";
    }

    private static void requireDeliveries(long first, int count) {
        if (first < 0 || (count > 0 && first > Long.MAX_VALUE - (count - 1))) {
            String which = count == 1 ? "the delivery " + first : "the " + count + " deliveries from " + first + " on";
            throw new IllegalArgumentException(
                    which + " must be numbered from 0 to " + Long.MAX_VALUE + ", as all deliveries are");
        }
    }
}
