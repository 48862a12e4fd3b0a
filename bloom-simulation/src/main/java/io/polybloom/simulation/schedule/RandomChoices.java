package io.polybloom.simulation.schedule;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Chooses at random, the same for the same seed: often continues with the same actor, and lets faults happen seldom.
 */
public final class RandomChoices implements Choices {

    private static final int SWITCH_ONE_IN = 3;
    private static final int FAULT_ONE_IN = 24;

    private final SplittableRandom random;
    private final Resources resources = new Resources();

    /** Begins a run. */
    public RandomChoices(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public Choice choose(Possibilities possible) {
        List<Event> events = possible.all(resources);
        return Choice.of(events, index(events));
    }

    private int index(List<Event> events) {
        int harmless = 0;
        while (harmless < events.size() && !events.get(harmless).kind().isFault()) {
            harmless++;
        }
        boolean mayFail = harmless < events.size() && random.nextInt(FAULT_ONE_IN) == 0;
        if (harmless == 0 || mayFail) {
            return harmless + random.nextInt(events.size() - harmless);
        }
        return random.nextInt(SWITCH_ONE_IN) == 0 ? random.nextInt(harmless) : 0;
    }
}
