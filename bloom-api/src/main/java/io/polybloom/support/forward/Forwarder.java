package io.polybloom.support.forward;

import com.google.common.base.Throwables;
import com.google.common.primitives.Primitives;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Presents objects of one flavour of the API as objects of another. Each method calls its namesake: the method of the
 * other flavour that has the same name and the same parameters. What a namesake returns, such as an open filter, is
 * presented in turn. The constructor refuses a flavour that has a method without a namesake. Thread-safe.
 *
 * <p>A default method runs as it is, and so meets the other methods of the presented object, unless its namesake has to
 * be implemented.
 *
 * @param <A> the flavour that is there
 * @param <F> the flavour that is presented
 */
public final class Forwarder<A, F> {

    private record Flavours(Class<?> given, Class<?> presented) {}

    /** How a method is called. Without a namesake, it is a default method. */
    private record Route(@Nullable Method namesake, boolean isLater, Flavours values) {}

    private final Class<F> presented;
    private final Flavours whole;
    private final Passage passage;
    private final List<Class<?>> later;
    private final Map<Flavours, Map<Method, Route>> routes = new HashMap<>();

    /**
     * Compares two flavours.
     *
     * @param later the types of answers that come later, in either flavour
     * @throws IllegalArgumentException if a method has no namesake, or one whose value cannot be presented
     */
    public Forwarder(Class<A> given, Class<F> presented, Passage passage, Class<?>... later) {
        this.presented = presented;
        this.passage = passage;
        this.later = List.of(later);
        this.whole = new Flavours(given, presented);
        compare(whole);
    }

    /** Presents an object. The result equals itself only. */
    public F present(A given) {
        return presented.cast(proxy(given, whole));
    }

    private void compare(Flavours flavours) {
        if (routes.containsKey(flavours)) {
            return;
        }
        Map<Method, Route> found = new HashMap<>();
        routes.put(flavours, found);
        for (Method method : flavours.presented().getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                found.put(method, route(method, namesake(flavours.given(), method)));
            }
        }
    }

    private static @Nullable Method namesake(Class<?> given, Method method) {
        try {
            return given.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException none) {
            if (method.isDefault()) {
                return null;
            }
            throw new IllegalArgumentException(given.getName() + " has no namesake of " + method, none);
        }
    }

    private Route route(Method method, @Nullable Method namesake) {
        Type wanted = method.getGenericReturnType();
        if (namesake == null || method.isDefault() && namesake.isDefault()) {
            return new Route(null, false, new Flavours(Object.class, Object.class));
        }
        Type returned = namesake.getGenericReturnType();
        Flavours values = new Flavours(typeOfValue(returned), typeOfValue(wanted));
        if (isAnother(values)) {
            if (!values.given().isInterface() || !values.presented().isInterface()) {
                throw new IllegalArgumentException("what " + namesake + " returns cannot be presented by " + method);
            }
            compare(values);
        }
        return new Route(namesake, isLater(returned) || isLater(wanted), values);
    }

    private Class<?> typeOfValue(Type type) {
        Type value = isLater(type) && type instanceof ParameterizedType of ? of.getActualTypeArguments()[0] : type;
        return Primitives.wrap(raw(value));
    }

    private boolean isLater(Type type) {
        return later.contains(raw(type));
    }

    /** The class of a type; that of a type variable is the same in every flavour. */
    private static Class<?> raw(Type type) {
        Type raw = type instanceof ParameterizedType of ? of.getRawType() : type;
        return raw instanceof Class<?> known ? known : Object.class;
    }

    private static boolean isAnother(Flavours values) {
        return values.given() != values.presented();
    }

    private Object proxy(Object given, Flavours flavours) {
        Class<?> type = flavours.presented();
        Map<Method, Route> known = Objects.requireNonNull(routes.get(flavours));
        InvocationHandler handler = (proxy, method, arguments) -> {
            Route route = known.get(method);
            return route == null
                    ? ofEveryObject(given, proxy, method, arguments)
                    : pass(given, proxy, method, arguments == null ? new Object[0] : arguments, route);
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private @Nullable Object pass(
            Object given, Object proxy, Method method, @Nullable Object[] arguments, Route route) {
        Call call = new Call(
                method,
                arguments,
                () -> call(route.namesake() == null ? proxy : given, method, arguments, route.namesake()),
                value -> isAnother(route.values()) ? proxy(value, route.values()) : value);
        return route.isLater() ? passage.later(call) : passage.now(call);
    }

    private static @Nullable Object call(
            Object object, Method method, @Nullable Object[] arguments, @Nullable Method namesake) {
        try {
            return namesake == null
                    ? InvocationHandler.invokeDefault(object, method, arguments)
                    : namesake.invoke(object, arguments);
        } catch (Throwable thrown) {
            Throwable failure = thrown instanceof InvocationTargetException of ? of.getTargetException() : thrown;
            Throwables.throwIfUnchecked(failure);
            throw new UndeclaredThrowableException(failure);
        }
    }

    private static Object ofEveryObject(Object given, Object proxy, Method method, @Nullable Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> given.toString();
        };
    }
}
