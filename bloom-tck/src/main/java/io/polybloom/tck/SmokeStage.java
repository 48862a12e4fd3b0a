package io.polybloom.tck;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.judge.Journal;
import io.polybloom.tck.judge.Kit;
import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.judge.Trial;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.StandaloneServer;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
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
     * The configuration parameter of JUnit, or system property, that limits each step, in seconds; 0 skips the stage.
     * The limit guards against an adapter that hangs.
     */
    static final String LIMIT = "bloom.tck.smoke";

    private static final int DEFAULT_LIMIT = 15;

    /** The methods of {@link Smoke}, in their order. */
    private static final List<String> STEPS = List.of("opensAndAdds", "asks", "tellsAnError");

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Class<?> tests = context.getRequiredTestClass();
        int limit = context.getConfigurationParameter(LIMIT, Integer::valueOf).orElse(DEFAULT_LIMIT);
        if (limit == 0 || tests.isAnnotationPresent(Nested.class)) {
            return;
        }
        Object kit = context.getTestInstance()
                .orElseGet(() -> context.getExecutableInvoker().invoke(tests.getDeclaredConstructors()[0]));
        Backend backend = ((Kit) kit).backend();
        Optional<StandaloneServer> store = backend.store();
        if (store.isPresent()) {
            run(context, backend, new Smoke(backend, store.get().uri(), null), limit);
            return;
        }
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            run(context, backend, new Smoke(backend, front.uri(), front), limit);
        }
    }

    private static void run(ExtensionContext context, Backend backend, Smoke smoke, int limit) throws Exception {
        Report report = Report.of(context);
        Class<?> kit = context.getRequiredTestClass();
        for (String step : STEPS) {
            Method method = Smoke.class.getDeclaredMethod(step);
            Trial trial = new Trial(backend, smoke.journal(), kit, Smoke.class, method, "");
            if (trial.lacksServer()) {
                continue;
            }
            try {
                RuleExtension.judge(
                        trial,
                        () -> Optional.ofNullable(ReflectionSupport.invokeMethod(method, smoke)),
                        limit,
                        report,
                        true);
            } catch (AssertionError broken) {
                int notRun = recordNotRun(report, backend, kit);
                throw new AssertionFailedError(
                        "the smoke stage failed, so none of the " + notRun + " tests of the kit is run; " + LIMIT
                                + "=0 leaves the stage out\n" + broken.getMessage(),
                        broken.getCause());
            }
        }
    }

    /** Records the tests as not run, so that results of an earlier run are not taken for those of this one. */
    private static int recordNotRun(Report report, Backend backend, Class<?> kit) {
        int count = 0;
        for (Class<?> group :
                ReflectionSupport.findNestedClasses(kit, type -> type.isAnnotationPresent(Nested.class))) {
            for (Method test : Trial.methods(group)) {
                Trial trial = new Trial(backend, new Journal(), kit, group, test, "");
                report.add(trial.result(Outcome.NOT_RUN, "the smoke stage failed"));
                count++;
            }
        }
        return count;
    }
}
