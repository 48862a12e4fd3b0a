package io.polybloom.simulation.schedule;

import java.util.ArrayList;
import java.util.List;

/** Keeps the choices of another source, or repeats such as were kept; past their end nothing deviates. */
public final class RecordedChoices implements Choices {

    private final Choices source;
    private final List<Integer> made = new ArrayList<>();

    private RecordedChoices(Choices source) {
        this.source = source;
    }

    /** Keeps what a source chooses. */
    public static RecordedChoices of(Choices source) {
        return new RecordedChoices(source);
    }

    /** Repeats choices; one that is not possible any more becomes the first. */
    public static RecordedChoices repeating(List<Integer> choices) {
        int[] at = {0};
        return new RecordedChoices(events -> {
            int wanted = at[0] < choices.size() ? choices.get(at[0]) : 0;
            at[0]++;
            return wanted < events.size() ? wanted : 0;
        });
    }

    @Override
    public int choose(List<Event> events) {
        int choice = source.choose(events);
        made.add(choice);
        return choice;
    }

    /** Returns the choices that were made. */
    public List<Integer> made() {
        return List.copyOf(made);
    }
}
