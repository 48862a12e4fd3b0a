package io.polybloom.simulation.state;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hash over some objects and all that can be reached from them. Objects that behave differently have, almost
 * certainly, different hashes; the reverse is not promised.
 */
public final class Fingerprint {

    private final HashStream64 hash = Hashing.komihash5_0().hashStream();

    /** Each object that was found, with its number: what is shared makes a difference. */
    private final Map<Object, Integer> found = new IdentityHashMap<>(1 << 10);

    private Fingerprint() {}

    /**
     * Hashes objects.
     *
     * @param outside objects that are left out, with all that can be reached only through them
     */
    public static long of(Collection<?> outside, Object... roots) {
        Fingerprint fingerprint = new Fingerprint();
        outside.forEach(object -> fingerprint.found.put(object, -fingerprint.found.size() - 1));
        for (Object root : roots) {
            fingerprint.add(root);
        }
        return fingerprint.hash.getAsLong();
    }

    private void add(@Nullable Object object) {
        if (object == null) {
            hash.putByte((byte) 0);
            return;
        }
        Shape shape = Shape.of(object.getClass());
        hash.putInt(shape.number());
        if (shape.isValue()) {
            addValue(object);
            return;
        }
        Integer number = found.putIfAbsent(object, found.size());
        if (number != null) {
            hash.putInt(number);
        } else if (object instanceof byte[] bytes) {
            hash.putByteArray(bytes);
        } else if (object instanceof long[] numbers) {
            hash.putLongArray(numbers);
        } else if (object.getClass().isArray()) {
            int length = Array.getLength(object);
            hash.putInt(length);
            for (int i = 0; i < length; i++) {
                add(Array.get(object, i));
            }
        } else if (object instanceof Map<?, ?> map && isOfJdk(object)) {
            // How much memory a collection has at hand is no difference.
            hash.putInt(map.size());
            map.forEach((key, value) -> {
                add(key);
                add(value);
            });
        } else if (object instanceof Collection<?> collection && isOfJdk(object)) {
            hash.putInt(collection.size());
            collection.forEach(this::add);
        } else {
            for (Field field : shape.fields()) {
                addField(field, object);
            }
        }
    }

    private static boolean isOfJdk(Object object) {
        return object.getClass().getPackageName().startsWith("java.util");
    }

    private void addField(Field field, Object object) {
        try {
            if (field.getType() == long.class) {
                hash.putLong(field.getLong(object));
            } else if (field.getType() == int.class) {
                hash.putInt(field.getInt(object));
            } else if (field.getType() == boolean.class) {
                hash.putBoolean(field.getBoolean(object));
            } else {
                add(field.get(object));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void addValue(Object value) {
        if (value instanceof Long number) {
            hash.putLong(number);
        } else if (value instanceof Integer number) {
            hash.putInt(number);
        } else if (value instanceof Enum<?> constant) {
            hash.putInt(constant.ordinal());
        } else if (value instanceof Class<?> type) {
            hash.putInt(Shape.of(type).number());
        } else if (value instanceof Throwable) {
            // No other has the same trace.
            hash.putInt(System.identityHashCode(value));
        } else if (!(value instanceof ThreadLocal<?>)) {
            hash.putString(value.toString());
        }
    }
}
