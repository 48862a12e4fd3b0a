package io.polybloom.simulation.judge;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be stored in a filter at rest since a call has returned normally. It is only said of a call that was the
 * last one of its kind, so that nothing else can have changed it since.
 */
final class Promises {

    private static final Set<OperationKind> CHANGES_EXPIRY = Set.of(OperationKind.EXPIRE, OperationKind.PERSIST);
    private static final Set<OperationKind> ENDS = Set.of(OperationKind.DELETE);

    /** What else may decide on the parameters of a filter. */
    private static final Set<OperationKind> RESHAPES =
            Set.of(OperationKind.REBUILD, OperationKind.ABANDON, OperationKind.CLEAR, OperationKind.DELETE);

    private Promises() {}

    /** Returns the promises that a filter does not keep. */
    static List<String> broken(StoredFilter filter, History history) {
        List<String> broken = new ArrayList<>();
        String name = filter.name();
        boolean isUntouched = isUntouched(name, history);
        Optional<Call> expiry = isUntouched ? last(name, CHANGES_EXPIRY, ENDS, history) : Optional.empty();
        expiry.filter(call -> filter.isReady() && filter.expireAt() != promised(call))
                .ifPresent(call ->
                        broken.add(call + ", but it expires at " + filter.expireAt() + ", not " + promised(call)));
        Optional<Call> rebuild =
                isUntouched ? last(name, Set.of(OperationKind.REBUILD), RESHAPES, history) : Optional.empty();
        String layout = Objects.requireNonNull(filter.state().get("layout"));
        rebuild.filter(call -> !Set.of("", Long.toString(filter.capacity(0)), layout)
                        .contains(call.operation().target()))
                .ifPresent(call ->
                        broken.add(call + ", but the capacity is " + filter.capacity(0) + " in the layout " + layout));
        return broken;
    }

    private static long promised(Call change) {
        return change.operation().kind() == OperationKind.PERSIST
                ? Keyspace.NEVER
                : change.millis() + change.operation().life().toMillis();
    }

    /** Whether the filter is no copy, and has neither expired nor lost anything, to an old primary neither. */
    private static boolean isUntouched(String filter, History history) {
        return new Losses(history).of(filter, history.rest()).isEmpty()
                && !new Expiries(history).mayHaveCome(filter, history.rest())
                && history.calls().stream()
                        .noneMatch(call -> call.operation().target().equals(filter)
                                || call.filter().equals(filter) && call.losesWrites());
    }

    /** The last call of some kinds, if it has succeeded, and if all calls of these and others were over before it. */
    private static Optional<Call> last(
            String filter, Set<OperationKind> kinds, Set<OperationKind> others, History history) {
        @Nullable Call last = null;
        for (Call call : history.calls()) {
            if (concerns(call, filter, kinds)) {
                last = call;
            }
        }
        Call found = last;
        boolean isLast = found != null
                && found.succeeded()
                && history.calls().stream()
                        .filter(call -> call != found)
                        .filter(call -> concerns(call, filter, kinds) || concerns(call, filter, others))
                        .allMatch(call -> call.end() < found.begin());
        return isLast ? Optional.of(found) : Optional.empty();
    }

    private static boolean concerns(Call call, String filter, Set<OperationKind> kinds) {
        return kinds.contains(call.operation().kind()) && call.filter().equals(filter);
    }
}
