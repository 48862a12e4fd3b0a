package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.counter.DistinctCounter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionException;

/** Wraps failures in the exception of another library. */
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
