package io.polybloom.tck.wrong;

import io.polybloom.tck.judge.Trial;
import io.polybloom.tck.rule.Rule;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Skips the tests of a rule that has failed in this run: a rule that is broken once is broken, and the tests of a
 * backend whose every second answer is wrong take long. {@code -Dall=true} runs them nevertheless.
 */
final class OneFailureForEachRule implements InvocationInterceptor {

    /** JUnit makes one extension for each run of the kit. */
    private final Set<Rule> broken = ConcurrentHashMap.newKeySet();

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        proceed(invocation, context);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> invocation, DynamicTestInvocationContext row, ExtensionContext context)
            throws Throwable {
        proceed(invocation, context);
    }

    private void proceed(Invocation<@Nullable Void> invocation, ExtensionContext context) throws Throwable {
        Rule rule = Trial.ruleOf(Trial.of(context).test());
        if (broken.contains(rule) && !Boolean.getBoolean("all")) {
            invocation.skip();
            throw new TestAbortedException("rule " + rule.id() + " is broken already");
        }
        try {
            invocation.proceed();
        } catch (TestAbortedException aborted) {
            throw aborted;
        } catch (Throwable failure) {
            broken.add(rule);
            throw failure;
        }
    }
}
