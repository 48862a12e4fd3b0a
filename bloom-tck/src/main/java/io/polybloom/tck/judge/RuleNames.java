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

    /** Before 5.12 JUnit knows only this one. */
    @Override
    @SuppressWarnings("deprecation")
    public String generateDisplayNameForMethod(Class<?> testClass, Method testMethod) {
        return name(testMethod);
    }

    private static String name(Method testMethod) {
        return Trial.ruleOf(testMethod).id() + " " + Trial.words(testMethod.getName());
    }
}
