package io.polybloom.tck.judge;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.Report;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Passes the backend of the kit to its tests, and judges each of them by its rule: a failure becomes a
 * {@link Violation}, or an abort when the backend has declared that it lacks a capability that the test needs, and
 * every outcome goes into the {@link Report}.
 */
public final class RuleExtension implements InvocationInterceptor, ParameterResolver {

    /** The configuration parameter of JUnit, or system property, that limits each test and each row, in seconds. */
    public static final String LIMIT = "bloom.tck.limit";

    private static final int DEFAULT_LIMIT = 300;

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        test(invocation, context, true);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        test(invocation, context, true);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> invocation, DynamicTestInvocationContext row, ExtensionContext context)
            throws Throwable {
        test(invocation, context, true);
    }

    @Override
    public <T extends @Nullable Object> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        Invocation<T> withRows = () -> {
            T rows = invocation.proceed();
            if (rows instanceof Collection<?> collection && collection.isEmpty()) {
                throw new IllegalStateException(method.getExecutable() + " has no rows");
            }
            return rows;
        };
        return test(withRows, context, false);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        judge(invocation, context, false);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        judge(invocation, context, false);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Backend.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Kit.of(context).backend();
    }

    /** Runs a test, its rows, or the method that makes them, unless the server that it needs is missing. */
    private static <T extends @Nullable Object> T test(
            Invocation<T> invocation, ExtensionContext context, boolean whole) throws Throwable {
        Trial trial = Trial.of(context);
        Optional<String> missing = trial.reasonOfMissingServer();
        if (missing.isEmpty()) {
            return judge(invocation, context, whole);
        }
        invocation.skip();
        Report.of(context).add(trial.result(Outcome.NOT_SUPPORTED, missing.get()));
        throw new TestAbortedException("not supported because " + missing.get());
    }

    /**
     * Runs a test, or a part of one.
     *
     * @param whole whether the rule has been checked when the invocation returns; a failure counts in any case
     */
    private static <T extends @Nullable Object> T judge(
            Invocation<T> invocation, ExtensionContext context, boolean whole) throws Throwable {
        Trial trial = Trial.of(context);
        Report report = Report.of(context);
        Optional<String> missing = trial.reasonOfMissing();
        T returned;
        try {
            returned = assertTimeoutPreemptively(limit(context), invocation::proceed);
        } catch (TestAbortedException aborted) {
            report.add(trial.result(Outcome.NOT_SUPPORTED, String.valueOf(aborted.getMessage())));
            throw aborted;
        } catch (Throwable failure) {
            if (missing.isPresent()) {
                report.add(trial.result(Outcome.NOT_SUPPORTED, missing.get()));
                throw new TestAbortedException("not supported because " + missing.get(), failure);
            }
            AssertionError violation = Violation.of(trial, failure);
            report.add(trial.result(Outcome.FAILED, String.valueOf(violation.getMessage())));
            throw violation;
        }
        if (whole) {
            Outcome outcome = missing.isPresent() ? Outcome.UNEXPECTEDLY_PASSED : Outcome.PASSED;
            report.add(trial.result(outcome, missing.orElse("")));
        }
        return returned;
    }

    /**
     * Returns the time that a test may take. A backend that never answers, or whose client cannot be closed, breaks a
     * rule like any other.
     */
    private static Duration limit(ExtensionContext context) {
        return Duration.ofSeconds(
                context.getConfigurationParameter(LIMIT, Integer::valueOf).orElse(DEFAULT_LIMIT));
    }
}
