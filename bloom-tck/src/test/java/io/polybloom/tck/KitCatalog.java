package io.polybloom.tck;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** The tests that a subclass of a kit class runs. */
public final class KitCatalog {

    private KitCatalog() {}

    /** The nested classes of a kit class, in the order of their names. */
    public static List<Class<?>> groups(Class<?> kit) {
        List<Class<?>> groups = new ArrayList<>(
                ReflectionSupport.findNestedClasses(kit, type -> type.isAnnotationPresent(Nested.class)));
        groups.sort(Comparator.comparing(Class::getSimpleName));
        return groups;
    }

    /** The test methods and test factories of a class, inherited ones included. */
    public static List<Method> tests(Class<?> group) {
        return ReflectionSupport.findMethods(
                group,
                method -> AnnotationSupport.isAnnotated(method, Testable.class),
                HierarchyTraversalMode.TOP_DOWN);
    }
}
