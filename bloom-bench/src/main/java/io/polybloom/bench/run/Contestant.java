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
     * @return what is to be timed, in this order
     */
    List<Task> open(int round);

    /** Removes what the round has left on the server, untimed. Called after every {@link #open} that has returned, whether its
     * tasks have failed or not. */
    void close();
}
