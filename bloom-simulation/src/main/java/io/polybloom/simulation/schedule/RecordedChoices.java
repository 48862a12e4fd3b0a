package io.polybloom.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the choices of another source, or repeats such as were kept; past their end nothing deviates. */
public final class RecordedChoices implements Choices {

    private final Choices source;
    private final List<Integer> made = new ArrayList<>();

    private RecordedChoices(Choices source) {
        this.source = source;
    }

    /** Records the choices of a source. */
    public static RecordedChoices of(Choices source) {
        return new RecordedChoices(source);
    }

    /** Repeats choices; one that is not possible any more becomes the first. */
    public static RecordedChoices repeating(List<Integer> choices) {
        int[] at = {0};
        Resources resources = new Resources();
        return new RecordedChoices(possible -> {
            List<Event> events = possible.all(resources);
            int wanted = at[0] < choices.size() ? choices.get(at[0]) : 0;
            at[0]++;
            return Choice.of(events, wanted < events.size() ? wanted : 0);
        });
    }

    @Override
    public @Nullable Choice choose(Possibilities possible) {
        Choice choice = source.choose(possible);
        if (choice != null) {
            made.add(choice.index());
        }
        return choice;
    }

    @Override
    public void happened(boolean readsAClock) {
        source.happened(readsAClock);
    }

    /** Returns the choices that were made. */
    public List<Integer> made() {
        return List.copyOf(made);
    }
}
