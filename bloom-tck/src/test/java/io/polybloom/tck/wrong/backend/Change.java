package io.polybloom.tck.wrong.backend;

import com.google.common.base.Throwables;
import io.polybloom.support.forward.Call;
import io.polybloom.support.forward.Forwarder;
import io.polybloom.support.forward.Passage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of what is right: each public method of a subclass takes the place of its namesake in the API, which has the
 * same parameters and returns the same. All other calls are passed on.
 *
 * @param <A> the part of the API that is changed
 */
public abstract class Change<A> {

    /** What is right. */
    protected final A right;

    protected Change(A right) {
        this.right = right;
    }

    /**
     * Returns what is right but for a change.
     *
     * @throws IllegalArgumentException if a public method of the change has no namesake
     */
    @SuppressWarnings("unchecked") // it is presented as what it is
    public static <A> A made(Class<? super A> type, Change<A> change) {
        return (A) forwarder(type, change).present(change.right);
    }

    private static <B> Forwarder<B, B> forwarder(Class<B> type, Change<?> change) {
        Map<Method, Method> own = ownMethods(type, change);
        return new Forwarder<>(type, type, new Passage() {
            @Override
            public @Nullable Object now(Call call) {
                Method changed = own.get(call.method());
                return changed == null ? call.make() : invoke(changed, change, call.arguments());
            }

            @Override
            public Object later(Call call) {
                throw new IllegalStateException("an API that blocks says nothing later: " + call.method());
            }
        });
    }

    private static Map<Method, Method> ownMethods(Class<?> type, Change<?> change) {
        Map<Method, Method> own = new HashMap<>();
        for (Method method : change.getClass().getMethods()) {
            if (!method.getDeclaringClass().isAssignableFrom(Change.class)) {
                method.setAccessible(true);
                own.put(namesake(type, method), method);
            }
        }
        return own;
    }

    private static Method namesake(Class<?> type, Method own) {
        try {
            Method namesake = type.getMethod(own.getName(), own.getParameterTypes());
            if (namesake.getReturnType() == own.getReturnType()) {
                return namesake;
            }
        } catch (NoSuchMethodException misspelt) {
            throw new IllegalArgumentException(own + " changes nothing of " + type, misspelt);
        }
        throw new IllegalArgumentException(own + " returns something else than its namesake of " + type);
    }

    private static @Nullable Object invoke(Method method, Object object, @Nullable Object[] arguments) {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException thrown) {
            Throwables.throwIfUnchecked(thrown.getCause());
            throw new IllegalStateException(thrown.getCause());
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }
}
