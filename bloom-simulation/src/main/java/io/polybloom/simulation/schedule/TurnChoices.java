package io.polybloom.simulation.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets the first two actors take turns: the first one, the second one, and so on, each for a number of events. After
 * the last turn, and when the actor whose turn it is can do nothing, the first event happens that is possible.
 */
public final class TurnChoices implements Choices {

    private final int[] lengths;
    private final Resources resources = new Resources();
    private int turn;
    private int done;

    /** Takes the number of events of each turn. */
    public TurnChoices(int... lengths) {
        this.lengths = lengths.clone();
    }

    @Override
    public @Nullable Choice choose(Possibilities possible) {
        List<Event> events = possible.all(resources);
        if (turn < lengths.length && done == lengths[turn]) {
            turn++;
            done = 0;
        }
        int chosen = 0;
        for (int i = events.size() - 1; turn < lengths.length && i >= 0; i--) {
            Event event = events.get(i);
            chosen = event.actor() == 1 + turn % 2 && !event.kind().isFault() ? i : chosen;
        }
        done++;
        return Choice.of(events, chosen);
    }
}
