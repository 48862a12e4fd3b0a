package io.polybloom.spring.integration;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/** A filter whose claims cannot be settled at times. */
final class FailingClaims {

    private FailingClaims() {}

    /** Makes the next settlement of a filter's claims fail when {@code fails} is set, which that resets. */
    static BloomFilter<String> of(BloomFilter<String> filter, AtomicBoolean fails) {
        return proxy(BloomFilter.class, (proxy, method, arguments) -> {
            Object answer = call(filter, method, arguments);
            return answer instanceof Claims<?> claims ? claims(claims, fails) : answer;
        });
    }

    private static Claims<?> claims(Claims<?> claims, AtomicBoolean fails) {
        return proxy(Claims.class, (proxy, method, arguments) -> {
            if (method.getName().equals("settle") && fails.getAndSet(false)) {
                throw new BackendException(BackendException.Reason.UNREACHABLE, false, "no server", null);
            }
            return call(claims, method, arguments);
        });
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<? super T> type, InvocationHandler calls) {
        return (T) Proxy.newProxyInstance(FailingClaims.class.getClassLoader(), new Class<?>[] {type}, calls);
    }
}
