package io.polybloom.tck.judge;

import io.polybloom.tck.rule.Checks;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Finds the methods that check a rule. */
public final class CheckedMethods {

    private CheckedMethods() {}

    /** Returns the methods of a test class that check a rule, inherited ones included. */
    public static List<Method> of(Class<?> group) {
        List<Method> checked = new ArrayList<>();
        for (Class<?> type = group; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Checks.class)) {
                    checked.add(method);
                }
            }
        }
        return checked;
    }
}
