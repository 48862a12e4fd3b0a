package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.judge.CheckedMethods;
import io.polybloom.tck.judge.Trial;
import io.polybloom.tck.judge.Violation;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.StandaloneServer;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;

/**
 * Runs {@link Smoke} before the tests of a kit class. If it fails, the class fails with one message, none of its tests
 * is run, and the report says why for each of them.
 */
final class SmokeStage implements BeforeAllCallback {

    /**
     * The configuration parameter of JUnit, or system property, that limits the stage, in seconds; 0 skips the stage.
     * The limit guards against an adapter that hangs.
     */
    static final String LIMIT = "bloom.tck.smoke";

    private static final int DEFAULT_LIMIT = 15;

    /** The methods of {@link Smoke}, in their order. */
    private static final List<String> STEPS = List.of("opensAndAdds", "asks", "tellsAnError");

    private static final List<String> STEPS_WITHOUT_A_SERVER = List.of("opensAndAdds", "asks");

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        int limit = context.getConfigurationParameter(LIMIT, Integer::valueOf).orElse(DEFAULT_LIMIT);
        boolean isChapter =
                context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
        if (limit == 0 || isChapter) {
            return;
        }
        Backend backend = backend(context);
        Optional<StandaloneServer> store = backend.store();
        if (store.isPresent()) {
            run(context, new Smoke(backend, store.get().uri(), null), STEPS_WITHOUT_A_SERVER, limit);
            return;
        }
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            run(context, new Smoke(backend, front.uri(), front), STEPS, limit);
        }
    }

    private static void run(ExtensionContext context, Smoke smoke, List<String> steps, int limit) {
        Report report = Report.of(context);
        Class<?> kit = context.getRequiredTestClass();
        AtomicReference<@Nullable Trial> current = new AtomicReference<>();
        try {
            assertTimeoutPreemptively(Duration.ofSeconds(limit), () -> {
                for (String step : steps) {
                    Method method = Smoke.class.getDeclaredMethod(step);
                    Trial trial = trial(smoke, kit, Smoke.class, method);
                    current.set(trial);
                    ReflectionSupport.invokeMethod(method, smoke);
                    report.add(trial.result(Outcome.PASSED, ""));
                }
            });
        } catch (Throwable failure) {
            Trial failed = current.get();
            if (failed == null) {
                throw new IllegalStateException("no step of the smoke stage was begun", failure);
            }
            AssertionFailedError violation = Violation.of(failed, failure);
            String broken = String.valueOf(violation.getMessage());
            report.add(failed.result(Outcome.FAILED, broken));
            int notRun = recordNotRun(report, smoke, kit);
            throw new AssertionFailedError(
                    "the smoke stage failed, so none of the " + notRun + " tests of the kit is run; " + LIMIT
                            + "=0 leaves the stage out\n" + broken,
                    failure);
        }
    }

    /** Records the tests as not run, so that results of an earlier run are not taken for those of this one. */
    private static int recordNotRun(Report report, Smoke smoke, Class<?> kit) {
        int count = 0;
        for (Class<?> group :
                ReflectionSupport.findNestedClasses(kit, type -> type.isAnnotationPresent(Nested.class))) {
            for (Method test : CheckedMethods.of(group)) {
                report.add(trial(smoke, kit, group, test).result(Outcome.NOT_RUN, "the smoke stage failed"));
                count++;
            }
        }
        return count;
    }

    private static Trial trial(Smoke smoke, Class<?> kit, Class<?> group, Method test) {
        return new Trial(smoke, Trial.ruleOf(test), Set.of(), kit.getName(), group.getName(), test.getName(), "");
    }

    private static Backend backend(ExtensionContext context) {
        Object kit = context.getTestInstance()
                .orElseGet(() -> context.getExecutableInvoker()
                        .invoke(context.getRequiredTestClass().getDeclaredConstructors()[0]));
        return ((BloomFilterCompatibilityKit) kit).backend;
    }
}
