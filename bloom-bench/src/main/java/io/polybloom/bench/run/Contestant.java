package io.polybloom.bench.run;

import java.util.List;

/** Somebody who takes part in every round. */
public interface Contestant {

    /** The name in the results, unique among the contestants. */
    String name();

    /**
     * Prepares a round, untimed: the filters of its tasks are empty afterwards.
     *
     * @param round the number of the round; negative for a warm-up round, whose measurements are thrown away
     * @return the stages of the round: tasks of one stage take turns, a stage begins when the one before it has ended
     */
    List<List<Task>> open(int round);

    /**
     * Removes the keys that the round has left on the server, untimed. Called after every {@link #open}, even after a
     * failure.
     */
    void close();
}
