package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionException;

/** Wraps failures in the exception of another library. */
@Breaks({
    Rule.ADOPTED,
    Rule.OTHER_PARAMETERS_REFUSED,
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.EXPIRED_IS_GONE,
    Rule.FOREIGN_KEYS_UNTOUCHED,
    Rule.UNKNOWN_FORMAT_REFUSED,
    Rule.LOST_CONFIG,
    Rule.LOST_CONFIG_IS_NOTICED,
    Rule.SERVER_ERRORS,
    Rule.LOST_PARTITION,
    Rule.FOREIGN_PARTITION,
    Rule.UNREACHABLE,
    Rule.LOGIN_REFUSED,
    Rule.BULK_TELLS_THE_TRUTH,
    Rule.WRITES_ARE_SENT_ONCE,
    Rule.CUT_REPLY_IS_NO_ANSWER,
    Rule.CLIENT_STAYS_OPEN,
    Rule.FAILED_LOAD_IS_REPEATED,
    Rule.LOAD_NOTICES_LOSS,
    Rule.KNOWN_FOR_ITS_TIME,
    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
    Rule.PARAMETERS_VOUCH,
    Rule.ERRORS_WITHOUT_TRAILER,
    Rule.COUNTED_ONCE,
    Rule.CLEARED_IS_NOT_REMOVED,
    Rule.COUNTING_REFUSES,
    Rule.FOREIGN_COUNTER,
    Rule.COUNTER_TELLS_ERRORS
})
public final class ThrowsForeignExceptions {

    private ThrowsForeignExceptions() {}

    public static BloomFilters around(BloomFilters right) {
        return around(BloomFilters.class, right);
    }

    private static <A> A around(Class<A> type, Object right) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(right, arguments);
                        return result instanceof BloomFilter<?> || result instanceof DistinctCounter<?>
                                ? around(method.getReturnType(), result)
                                : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause() instanceof BloomFilterException failure
                                ? new CompletionException(failure)
                                : thrown.getCause();
                    }
                }));
    }
}
