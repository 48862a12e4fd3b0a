package io.polybloom.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs contestants in interleaved rounds: every round executes each of them once, and within a round they take turns,
 * slice by slice. Each round begins with another contestant, and every other turn goes the other way round: else one
 * would always come after the same other one, with its garbage on the heap and its data in the cache. Not thread-safe.
 */
public final class RoundRunner {

    private final int warmUps;
    private final int rounds;
    private final ProcessorClock client = ProcessorClock.ofThisProcess();
    private final ServerMeter server;
    private final Consumer<String> progress;

    /**
     * Creates a runner.
     *
     * @param warmUps rounds whose timings are thrown away, at least 0
     * @param rounds rounds that count, at least 1
     * @param progress is told which part begins
     */
    public RoundRunner(int warmUps, int rounds, ServerMeter server, Consumer<String> progress) {
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.server = server;
        this.progress = progress;
    }

    /** Runs all rounds; throws {@link WrongAnswerException} as soon as answers are found to be wrong. */
    public Results run(List<? extends Contestant> contestants) {
        Results results = new Results();
        List<Contestant> order = new ArrayList<>(contestants);
        for (int round = -warmUps; round < rounds; round++) {
            progress.accept(round < 0 ? "warm-up" : "round " + (round + 1) + " of " + rounds);
            runRound(order, round, results);
            Collections.rotate(order, 1);
        }
        return results;
    }

    private void runRound(List<Contestant> contestants, int round, Results results) {
        try (OpenContestants open = new OpenContestants()) {
            for (Contestant contestant : contestants) {
                open.open(contestant, round);
            }
            for (int stage = 0; stage < open.stages(); stage++) {
                List<Turns> all = open.stage(stage);
                takeTurns(all);
                for (Turns turns : all) {
                    turns.check();
                    if (round >= 0) {
                        turns.report(results);
                    }
                }
            }
        }
    }

    private void takeTurns(List<Turns> all) {
        // The garbage of the last stage must not be collected during this one.
        System.gc();
        List<Turns> left = new ArrayList<>(all);
        while (!left.isEmpty()) {
            for (Turns turns : left) {
                turns.next(client, server);
            }
            left.removeIf(Turns::isOver);
            Collections.reverse(left);
        }
    }
}
