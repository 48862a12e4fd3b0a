package io.polybloom.simulation.state;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of a class consist of.
 *
 * @param number the number of the class in this JVM
 * @param isValue whether the objects never change, and hold no others that do
 * @param fields the fields of an instance, those of its superclasses included
 * @param variables those of them that may change
 * @param references those of them that hold objects
 */
record Shape(int number, boolean isValue, List<Field> fields, List<Field> variables, List<Field> references) {

    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            Class.class);

    /** Begins with 1: 0 stands for nothing. */
    private static final AtomicInteger NUMBERS = new AtomicInteger(1);

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return read(type);
        }
    };

    /**
     * Returns the shape of a class.
     *
     * @throws java.lang.reflect.InaccessibleObjectException if this JVM does not open its package, see {@code pom.xml}
     */
    static Shape of(Class<?> type) {
        return SHAPES.get(type);
    }

    private static Shape read(Class<?> type) {
        if (isValue(type)) {
            return new Shape(NUMBERS.getAndIncrement(), true, List.of(), List.of(), List.of());
        }
        List<Field> fields = new ArrayList<>();
        // What a reference refers to is not its own: it may vanish at any time.
        for (Class<?> each = type; each != null && each != Reference.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        List<Field> variables = fields.stream()
                .filter(field -> !Modifier.isFinal(field.getModifiers()))
                .toList();
        List<Field> references =
                fields.stream().filter(field -> !field.getType().isPrimitive()).toList();
        return new Shape(NUMBERS.getAndIncrement(), false, fields, variables, references);
    }

    /** Thread-locals count as values: between two events no thread is within the engine, so they hold nothing. */
    private static boolean isValue(Class<?> type) {
        return VALUES.contains(type)
                || Enum.class.isAssignableFrom(type)
                || Throwable.class.isAssignableFrom(type)
                || Charset.class.isAssignableFrom(type)
                || Provider.class.isAssignableFrom(type)
                || ReferenceQueue.class.isAssignableFrom(type)
                || ThreadLocal.class.isAssignableFrom(type)
                || type.getPackageName().equals("java.time");
    }

    /** Returns what a field of an object holds. */
    static @Nullable Object get(Field field, Object from) {
        try {
            return field.get(from);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
