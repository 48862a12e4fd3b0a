package io.polybloom.kill;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** Halts this JVM, as a power cut would, at one of the places that a run comes by. */
public final class Halting {

    /** The status with which a halted process ends. */
    public static final int KILLED = 137;

    private final AtomicInteger left;

    /**
     * Halts at a place.
     *
     * @param places the number of places to survive
     */
    public Halting(int places) {
        this.left = new AtomicInteger(places);
    }

    /** Is one of the places. */
    public void place() {
        if (left.getAndDecrement() == 0) {
            Runtime.getRuntime().halt(KILLED);
        }
    }

    /** Has a place before and after each call of an object, and of the objects of these types that it returns. */
    public <T> T around(T object, Class<T> type, Class<?>... returned) {
        return type.cast(Proxy.newProxyInstance(
                Halting.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    place();
                    try {
                        Object answer = method.invoke(object, arguments);
                        place();
                        for (Class<?> each : returned) {
                            if (each.isInstance(answer)) {
                                return wrap(answer, each);
                            }
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private <R> R wrap(Object object, Class<R> type) {
        return around(type.cast(object), type);
    }
}
