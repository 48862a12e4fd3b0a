package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.model.Descriptions;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the generation directly before the current one. They stay until the next clear or rebuild, since a
 * failover can undo the last one before a command that removes them is executed. Without them, the generation that is
 * current again would seem to lack layers, slices or claims that it has, or never to have been made; then it would be
 * made anew, empty.
 */
final class PreviousGeneration {

    private final String field;
    private final String epoch;
    private final Set<String> ids = new HashSet<>();

    private PreviousGeneration(Map<String, String> all, FilterDescription previous) {
        this.field = ConfigRecord.generationField(previous.origin(), Descriptions.number(previous));
        this.epoch = ClaimsKey.epoch(previous);
        ids.add(previous.generation());
        String prefix = ConfigRecord.NEXT + previous.generation() + ".";
        all.forEach((name, text) -> {
            if (name.startsWith(prefix)) {
                ids.add(SpecCodec.decode(previous.name(), text).generation());
            }
        });
    }

    /** Returns the generation before the current one, if there was one and the config still names it. */
    static Optional<PreviousGeneration> of(
            Map<String, String> all, FilterDescription created, FilterDescription current) {
        long number = Descriptions.number(current) - 1;
        if (number <= 0) {
            return number < 0 ? Optional.empty() : Optional.of(new PreviousGeneration(all, created));
        }
        @Nullable String text = all.get(ConfigRecord.generationField(current.origin(), number));
        return text == null || text.equals(ConfigRecord.DELETED)
                ? Optional.empty()
                : Optional.of(new PreviousGeneration(all, SpecCodec.decodeGeneration(created, number, text)));
    }

    /** Returns whether a field is about this generation, its claims, or what a rebuild of it was to make. */
    boolean has(String name) {
        if (name.startsWith(ConfigRecord.CLAIMS)) {
            return name.contains("." + epoch + ".");
        }
        boolean isOfAGeneration = Leftovers.isOfALayer(name)
                || name.startsWith(ConfigRecord.NEXT)
                || name.startsWith(ConfigRecord.DECISION)
                || name.startsWith(ConfigRecord.CLOSING);
        return isOfAGeneration && ids.stream().anyMatch(id -> (name + ".").contains("." + id + "."))
                || name.equals(field);
    }
}
