package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterDescription.Rebuild.State;
import io.polybloom.internal.model.Descriptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The fields of a config about the rebuilds of one generation. */
final class Rebuilds {

    private final Map<String, String> fields;
    private final FilterDescription filter;

    /** Reads the rebuilds of the generation that a description is about. */
    Rebuilds(Map<String, String> fields, FilterDescription filter) {
        this.fields = fields;
        this.filter = filter;
    }

    /** Returns the rebuilds that were begun, by their numbers. */
    List<Rebuild> all() {
        String prefix = ConfigRecord.NEXT + filter.generation() + ".";
        SortedMap<Integer, Rebuild> rebuilds = new TreeMap<>();
        fields.forEach((field, text) -> {
            if (field.startsWith(prefix)) {
                long number = ConfigRecord.number(filter.name(), field, field.substring(prefix.length()));
                int rebuild = Math.toIntExact(number);
                FilterDescription next = next(text);
                rebuilds.put(rebuild, new Rebuild(rebuild, state(rebuild, next), next));
            }
        });
        return new ArrayList<>(rebuilds.values());
    }

    /** Returns the most recently begun rebuild. */
    Optional<Rebuild> last() {
        List<Rebuild> all = all();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    private FilterDescription next(String text) {
        FilterDescription next =
                LayerFields.of(fields, SpecCodec.decode(filter.name(), text)).counting();
        return Descriptions.withState(
                Descriptions.withNumber(next, filter.clears(), filter.rebuilds() + 1), false, filter.expireAt());
    }

    private State state(int rebuild, FilterDescription next) {
        @Nullable String decision = fields.get(ConfigRecord.decisionField(filter.generation(), rebuild));
        if (decision == null) {
            boolean isMade = BirthLog.of(fields, next.generation(), 0).isOver();
            return isMade ? State.UNDER_WAY : State.BEGUN;
        }
        return decision.equals(ConfigRecord.SWITCH) ? State.SWITCHED : State.ABANDONED;
    }
}
