package io.polybloom.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs contestants in interleaved rounds: each round executes every contestant once, so that what disturbs the machine for a
 * while disturbs all of them. Each round begins with another contestant. Not thread-safe.
 */
public final class RoundRunner {

    private interface CleanUp extends AutoCloseable {
        @Override
        void close();
    }

    private final int warmUps;
    private final int rounds;
    private final ServerClock server;
    private final Consumer<String> progress;

    /**
     * @param warmUps rounds whose timings are thrown away, at least 0
     * @param rounds rounds that count, at least 1
     * @param progress is told what begins
     */
    public RoundRunner(int warmUps, int rounds, ServerClock server, Consumer<String> progress) {
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.server = server;
        this.progress = progress;
    }

    /** Runs all rounds; throws {@link WrongAnswerException} as soon as one answer is found to be wrong. */
    public Results run(List<? extends Contestant> contestants) {
        Results results = new Results();
        List<Contestant> order = new ArrayList<>(contestants);
        for (int round = -warmUps; round < rounds; round++) {
            progress.accept(round < 0 ? "warm-up" : "round " + (round + 1) + " of " + rounds);
            for (Contestant contestant : order) {
                runRound(contestant, round, results);
            }
            Collections.rotate(order, 1);
        }
        return results;
    }

    @SuppressWarnings("try") // the resource is only there to be closed
    private void runRound(Contestant contestant, int round, Results results) {
        List<Task> tasks = contestant.open(round);
        try (CleanUp afterwards = contestant::close) {
            // What others have left on the heap is not to be collected on this contestant's time.
            System.gc();
            for (Task task : tasks) {
                Timing timing = time(task);
                if (round >= 0) {
                    results.add(contestant.name(), task.name(), timing);
                }
            }
        }
    }

    private Timing time(Task task) {
        long serverStart = server.micros();
        long start = System.nanoTime();
        task.work().run();
        long nanos = System.nanoTime() - start;
        long serverMicros = server.micros() - serverStart;
        return new Timing((double) nanos / task.operations(), (double) serverMicros / task.operations());
    }
}
