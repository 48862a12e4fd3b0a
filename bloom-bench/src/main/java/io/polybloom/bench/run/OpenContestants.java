package io.polybloom.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Those who have been opened for a round, and will all be closed after it. Not thread-safe. */
final class OpenContestants implements AutoCloseable {

    private final Map<Contestant, List<List<Task>>> stages = new LinkedHashMap<>();

    void open(Contestant contestant, int round) {
        stages.put(contestant, contestant.open(round));
    }

    /** Returns the largest number of stages of any contestant. */
    int stages() {
        return stages.values().stream().mapToInt(List::size).max().orElse(0);
    }

    /** The tasks of all contestants in a stage, in the order of their opening. */
    List<Turns> stage(int number) {
        List<Turns> turns = new ArrayList<>();
        stages.forEach((contestant, tasks) -> {
            if (number < tasks.size()) {
                tasks.get(number).forEach(task -> turns.add(new Turns(contestant.name(), task)));
            }
        });
        return turns;
    }

    /** Closes all of them; one that fails at it ends the run. */
    @Override
    public void close() {
        stages.keySet().forEach(Contestant::close);
    }
}
