package io.polybloom.simulation.state;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A moment to which some objects, and all that can be reached from them, can be brought back any number of times. The
 * objects stay the same: their variables and the elements of their arrays get the values that they had.
 */
public final class Moment {

    private final List<Object> objects = new ArrayList<>();

    /** For each object the values of its variables, or a copy of the array. */
    private final List<Object> values = new ArrayList<>();

    private Moment() {}

    /** Remembers the present moment. */
    public static Moment of(Object... roots) {
        Moment moment = new Moment();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>(1 << 12));
        Deque<Object> next = new ArrayDeque<>();
        for (Object root : roots) {
            find(root, seen, next);
        }
        while (!next.isEmpty()) {
            moment.remember(next.pop(), seen, next);
        }
        return moment;
    }

    private static void find(@Nullable Object object, Set<Object> seen, Deque<Object> next) {
        if (object != null && !Shape.of(object.getClass()).isValue() && seen.add(object)) {
            next.push(object);
        }
    }

    private void remember(Object object, Set<Object> seen, Deque<Object> next) {
        if (object instanceof Object[] array) {
            add(object, array.clone());
            for (Object element : array) {
                find(element, seen, next);
            }
        } else if (object.getClass().isArray()) {
            int length = Array.getLength(object);
            Object copy = Array.newInstance(object.getClass().getComponentType(), length);
            System.arraycopy(object, 0, copy, 0, length);
            add(object, copy);
        } else {
            Shape shape = Shape.of(object.getClass());
            if (!shape.variables().isEmpty()) {
                add(object, variables(shape, object));
            }
            for (Field field : shape.references()) {
                find(Shape.get(field, object), seen, next);
            }
        }
    }

    private static @Nullable Object[] variables(Shape shape, Object object) {
        @Nullable Object[] variables = new Object[shape.variables().size()];
        for (int i = 0; i < variables.length; i++) {
            variables[i] = Shape.get(shape.variables().get(i), object);
        }
        return variables;
    }

    private void add(Object object, Object value) {
        objects.add(object);
        values.add(value);
    }

    /** Brings the objects back to this moment. */
    public void bringBack() {
        for (int i = 0; i < objects.size(); i++) {
            Object object = objects.get(i);
            if (object.getClass().isArray()) {
                System.arraycopy(values.get(i), 0, object, 0, Array.getLength(object));
            } else {
                setVariables(object, (Object[]) values.get(i));
            }
        }
    }

    private static void setVariables(Object object, @Nullable Object[] values) {
        List<Field> variables = Shape.of(object.getClass()).variables();
        try {
            for (int i = 0; i < values.length; i++) {
                variables.get(i).set(object, values[i]);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
