package io.polybloom.cli;

import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.ParametersNeededException;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out what lies under a name that no native filter has: filters of other systems, and how to open them. */
final class Recognition {

    private final BloomFilters filters;
    private final String name;

    Recognition(BloomFilters filters, String name) {
        this.filters = filters;
        this.name = name;
    }

    /** One line for each way to open something under the name; none if there is nothing. */
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        for (String id : Layouts.ids()) {
            if (Layouts.get(id) instanceof ForeignLayout) {
                find(id).ifPresent(findings::add);
            }
        }
        return findings;
    }

    private Optional<String> find(String layout) {
        try {
            FilterSpec stored = FilterSpec.existing(name).layout(layout).build();
            FilterDescription found = filters.open(stored, FilterChoice.FUNNEL).description();
            return Optional.of("a filter of capacity " + Figures.count(found.capacity()) + " and error rate "
                    + Figures.rate(found.falsePositiveRate()) + ": open it with --layout " + layout);
        } catch (ParametersNeededException needed) {
            return Optional.of("the key '" + needed.key() + "' with " + Figures.count(needed.bytes())
                    + " bytes, perhaps a filter: open it with --layout " + layout
                    + " and its parameters, --bits M and --hashes K or --capacity N and --fpp P");
        } catch (FilterGoneException | ForeignDataException | IllegalArgumentException nothingOfThatKind) {
            return Optional.empty();
        }
    }
}
