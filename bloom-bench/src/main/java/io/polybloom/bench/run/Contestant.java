package io.polybloom.bench.run;

import java.util.List;

/** Somebody who takes part in every round. */
public interface Contestant {

    /** What it is called in the results, unique among the contestants. */
    String name();

    /**
     * Prepares a round, untimed: whatever its tasks fill is empty afterwards.
     *
     * @param round the number of the round; negative for a warm-up round, whose measurements are thrown away
     * @return the stages of the round: tasks of one stage take turns, a stage begins when the one before it has ended
     */
    List<List<Task>> open(int round);

    /**
     * Removes what the round has left on the server, untimed. Called after every {@link #open}, whatever has failed.
     */
    void close();
}
