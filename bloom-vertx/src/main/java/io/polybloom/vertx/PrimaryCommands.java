package io.polybloom.vertx;

import io.polybloom.spi.Verb;
import io.vertx.redis.client.Command;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.Locale;

/**
 * Makes commands that the client does not treat as reads: they have the same name on the wire, and the key at the same
 * position, as the client's own constants. The client's public API cannot make such commands, so they are made by its
 * implementation classes, which Vert.x 5 does not export to other modules.
 */
final class PrimaryCommands {

    /** The name and at least the key. */
    private static final int ARITY = -2;

    /** At least the name. */
    private static final int ARITY_WITHOUT_KEY = -1;

    private final Class<?> locatorType;
    private final Constructor<?> command;
    private final Constructor<?> locator;
    private final Constructor<?> index;
    private final Constructor<?> range;

    private PrimaryCommands(String room) throws ReflectiveOperationException {
        Class<?> begin = Class.forName(room + "keys.BeginSearch");
        Class<?> find = Class.forName(room + "keys.FindKeys");
        locatorType = Class.forName(room + "KeyLocator");
        locator = locatorType.getConstructor(Boolean.class, begin, find);
        index = Class.forName(room + "keys.BeginSearchIndex").getConstructor(int.class);
        range = Class.forName(room + "keys.FindKeysRange").getConstructor(int.class, int.class, int.class);
        command = Class.forName(room + "CommandImpl")
                .getConstructor(
                        String.class, int.class, Boolean.class, boolean.class, boolean.class, locatorType.arrayType());
    }

    /**
     * Finds the client's own factory of commands.
     *
     * @param room the package of the client's implementation, with a dot at the end
     * @throws IllegalStateException if this version has no such factory
     */
    static PrimaryCommands find(String room) {
        try {
            return new PrimaryCommands(room);
        } catch (ReflectiveOperationException unknown) {
            throw Versions.SERVED.without(unknown);
        }
    }

    /**
     * Returns the command of a verb.
     *
     * @throws IllegalStateException if this module has no access to the factory
     */
    Command of(Verb verb) {
        try {
            int arity = verb.hasKey() ? ARITY : ARITY_WITHOUT_KEY;
            String name = verb.wireName().toLowerCase(Locale.ROOT);
            return (Command) command.newInstance(name, arity, false, false, false, keysOf(verb));
        } catch (IllegalAccessException notExported) {
            throw new IllegalStateException(
                    "on the module path, it cannot be seen whether this client reads from replicas: if it does not,"
                            + " pass RedisReplicas.NEVER to VertxBloom.on; if it does, start java with --add-exports"
                            + " io.vertx.redis.client/io.vertx.redis.client.impl=io.polybloom.vertx and --add-exports"
                            + " io.vertx.redis.client/io.vertx.redis.client.impl.keys=io.polybloom.vertx",
                    notExported);
        } catch (ReflectiveOperationException unknown) {
            throw Versions.SERVED.without(unknown);
        }
    }

    private Object keysOf(Verb verb) throws ReflectiveOperationException {
        if (!verb.hasKey()) {
            return Array.newInstance(locatorType, 0);
        }
        Object first = index.newInstance(verb.operation().isPresent() ? 2 : 1);
        Object keys = Array.newInstance(locatorType, 1);
        Array.set(keys, 0, locator.newInstance(false, first, range.newInstance(0, 1, 0)));
        return keys;
    }
}
