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
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context) {
        judge(invocation, context, true);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context) {
        judge(invocation, context, true);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> invocation, DynamicTestInvocationContext row, ExtensionContext context) {
        judge(invocation, context, true);
    }

    @Override
    public <T extends @Nullable Object> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        Invocation<T> withRows = () -> {
            T rows = invocation.proceed();
            if (rows instanceof Collection<?> collection && collection.isEmpty()) {
                throw new IllegalStateException(method.getExecutable() + " has no rows");
            }
            return rows;
        };
        return judge(withRows, context, false);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context) {
        judge(invocation, context, false);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context) {
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

    private static <T extends @Nullable Object> T judge(
            Invocation<T> invocation, ExtensionContext context, boolean whole) {
        int limit = context.getConfigurationParameter(LIMIT, Integer::valueOf).orElse(DEFAULT_LIMIT);
        return judge(Trial.of(context), invocation, limit, Report.of(context), whole);
    }

    /**
     * Runs a test, or a part of one, and reports the outcome.
     *
     * @param limit how many seconds it may take: a backend that never answers, or whose client cannot be closed, breaks
     *     a rule like any other
     * @param whole whether the rule has been checked when the invocation returns; a failure counts in any case
     */
    public static <T extends @Nullable Object> T judge(
            Trial trial, Invocation<T> invocation, int limit, Report report, boolean whole) {
        Optional<String> missing = trial.reasonOfMissing();
        T returned;
        try {
            if (trial.lacksServer()) {
                invocation.skip();
                throw new TestAbortedException();
            }
            returned = assertTimeoutPreemptively(Duration.ofSeconds(limit), invocation::proceed);
        } catch (Throwable failure) {
            if (missing.isPresent() || failure instanceof TestAbortedException) {
                String reason = missing.orElseGet(() -> String.valueOf(failure.getMessage()));
                report.add(trial.result(Outcome.NOT_SUPPORTED, reason));
                throw new TestAbortedException("not supported because " + reason, failure);
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
}
