package io.polybloom.driver;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.FilterOptions;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the server that can answer a look-up: the primary if a replica cannot, since the replica may not have the
 * filter yet, or be out of reach. A primary that refuses the command of a look-up, because it cannot write or the user
 * may not, is asked with a command that only reads.
 */
final class LookUpRoute {

    /** The reasons why a server may refuse a command that could write. */
    private static final Set<Reason> REFUSALS =
            EnumSet.of(Reason.OUT_OF_MEMORY, Reason.READ_ONLY, Reason.AUTHENTICATION);

    private LookUpRoute() {}

    /**
     * Returns the steps of a look-up.
     *
     * @param options say whether replicas may answer
     * @param operation makes the steps of one attempt
     */
    static <R> Step<R> steps(FilterOptions options, Function<Access, Step<R>> operation) {
        return options.readsFromReplicas()
                ? operation.apply(Access.LOOK_UP_ON_REPLICA).recover(failure -> onPrimary(operation))
                : onPrimary(operation);
    }

    private static <R> Step<R> onPrimary(Function<Access, Step<R>> operation) {
        return operation.apply(Access.LOOK_UP).recover(failure -> {
            if (failure instanceof BackendException refused && REFUSALS.contains(refused.reason())) {
                return operation.apply(Access.LOOK_UP_BEHIND_REFUSAL);
            }
            throw failure;
        });
    }
}
