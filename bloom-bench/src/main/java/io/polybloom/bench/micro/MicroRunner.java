package io.polybloom.bench.micro;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs JMH benchmarks in interleaved rounds: JMH itself would finish with one before it begins with the next. */
public final class MicroRunner {

    private static final String GARBAGE = "gc.alloc.rate.norm";
    private static final String IGNORE_LOCK = "jmh.ignoreLock";
    private static final int WARM_UPS = 5;
    private static final int ITERATIONS = 3;

    private final int rounds;
    private final int millis;
    private final Consumer<String> progress;

    /** Creates a runner of the given number of rounds, with iterations of the given number of milliseconds. */
    public MicroRunner(int rounds, int millis, Consumer<String> progress) {
        this.rounds = rounds;
        this.millis = millis;
        this.progress = progress;
        // JMH refuses to run beside another JMH of this machine; interleaved rounds are made for company.
        System.setProperty(IGNORE_LOCK, "true");
    }

    /** The name of a benchmark method. */
    public static String name(Class<?> benchmark, String method) {
        return benchmark.getSimpleName() + "." + method;
    }

    /** Runs all benchmarks once in each round, each time in a JVM of its own. */
    public MicroResults run(List<String> names) {
        MicroResults results = new MicroResults();
        for (int round = 1; round <= rounds; round++) {
            progress.accept("round " + round + " of " + rounds);
            for (String name : names) {
                RunResult result = run(name);
                double garbage = result.getSecondaryResults().get(GARBAGE).getScore();
                results.add(name, result.getPrimaryResult().getScore(), garbage);
            }
        }
        return results;
    }

    private RunResult run(String name) {
        Options options = new OptionsBuilder()
                .include(Pattern.quote(MicroRunner.class.getPackageName() + "." + name) + "$")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .warmupIterations(WARM_UPS)
                .warmupTime(TimeValue.milliseconds(millis))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(millis))
                .forks(1)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        try {
            return new Runner(options).runSingle();
        } catch (RunnerException failure) {
            throw new IllegalStateException("the benchmark " + name + " has failed", failure);
        }
    }
}
