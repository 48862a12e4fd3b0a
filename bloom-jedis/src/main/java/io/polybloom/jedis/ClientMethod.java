package io.polybloom.jedis;

import com.google.common.base.Throwables;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import redis.clients.jedis.UnifiedJedis;

/**
 * A public method through which a client exposes its connections. From Jedis 5.2 to 8 the clients keep the names of
 * these methods, but no common type declares them, and hardly any client exists in all of the versions. So a method is
 * looked up by its name, once for each client.
 *
 * @param client the client
 * @param method the method, without parameters or with one
 */
record ClientMethod(UnifiedJedis client, Method method) {

    /** Finds a method; empty if the client has no public method of that name with these parameters. */
    static Optional<ClientMethod> of(UnifiedJedis client, String name, Class<?>... parameters) {
        return Arrays.stream(client.getClass().getMethods())
                .filter(method -> method.getName().equals(name))
                .filter(method -> Arrays.equals(method.getParameterTypes(), parameters))
                // The client may be of a subclass that is not public; the class that declares the method is.
                .filter(method -> Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                .findFirst()
                .map(method -> new ClientMethod(client, method));
    }

    /** Calls the method, and throws its exceptions. */
    <T> T call(Class<T> type, Object... arguments) {
        try {
            return type.cast(method.invoke(client, arguments));
        } catch (InvocationTargetException thrown) {
            Throwable cause = Objects.requireNonNull(thrown.getCause());
            Throwables.throwIfUnchecked(cause);
            throw new IllegalStateException(cause);
        } catch (IllegalAccessException notExported) {
            throw new IllegalStateException(notExported);
        }
    }
}
