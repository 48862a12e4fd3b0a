package io.polybloom.tck.judge;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Shows a test as its rule's number and its own name in words: "1.05 an empty batch sends nothing". */
public final class RuleNames extends DisplayNameGenerator.Standard {

    @Override
    public String generateDisplayNameForMethod(
            List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
        return name(testMethod);
    }

    /** Returns the name of a test. JUnit before 5.12 calls only this method. */
    @Override
    @SuppressWarnings("deprecation")
    public String generateDisplayNameForMethod(Class<?> testClass, Method testMethod) {
        return name(testMethod);
    }

    private static String name(Method testMethod) {
        return Trial.ruleOf(testMethod).id() + " " + Trial.words(testMethod.getName());
    }
}
