package io.polybloom.cli.command;

import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.ParametersNeededException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.output.Figures;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds out which filter has a name that no native filter has: filters of other systems, and how to open them. */
final class Recognition {

    private final BloomFilters filters;
    private final String name;

    Recognition(BloomFilters filters, String name) {
        this.filters = filters;
        this.name = name;
    }

    /**
     * The key under the name: the filter whose parameters are stored there, or else one line for each key that may be a
     * filter. None if there is nothing.
     */
    List<String> findings() {
        Map<String, FoundString> strings = new LinkedHashMap<>();
        for (ForeignLayout layout : foreignLayouts()) {
            try {
                return List.of(filter(open(layout)));
            } catch (ParametersNeededException needed) {
                strings.computeIfAbsent(needed.key(), key -> new FoundString(key, needed.bytes(), new ArrayList<>()))
                        .layouts()
                        .add(layout.id());
            } catch (FilterGoneException
                    | ForeignDataException
                    | UnsupportedFilterException
                    | IllegalArgumentException nothingOfThatKind) {
                continue;
            }
        }
        return strings.values().stream().map(FoundString::text).toList();
    }

    /** Layouts that store parameters come first, because stored parameters need not be guessed. */
    private static List<ForeignLayout> foreignLayouts() {
        List<ForeignLayout> layouts = new ArrayList<>();
        for (String id : Layouts.ids()) {
            Layouts.get(id).foreign().ifPresent(layout -> {
                boolean knows = layout.capabilities().contains(LayoutCapability.STORED_PARAMETERS);
                layouts.add(knows ? 0 : layouts.size(), layout);
            });
        }
        return layouts;
    }

    private FilterDescription open(ForeignLayout layout) {
        FilterSpec stored = FilterSpec.existing(name).layout(layout.id()).build();
        return filters.open(stored, FilterChoice.FUNNEL).description();
    }

    private static String filter(FilterDescription found) {
        return "a filter of capacity " + Figures.count(found.capacity()) + " and false-positive rate "
                + Figures.rate(found.falsePositiveRate()) + ": open it with --layout " + found.layout();
    }

    /**
     * A string that may hold the bits of a filter.
     *
     * @param layouts those that would have it under this key
     */
    private record FoundString(String key, long bytes, List<String> layouts) {

        String text() {
            return "the string '" + key + "' of " + Figures.quantity(bytes, "byte") + " (" + Figures.count(8 * bytes)
                    + " bits), which stores no parameters: open it with --layout " + choice()
                    + " and the parameters that it was created with";
        }

        private String choice() {
            int last = layouts.size() - 1;
            return last == 0
                    ? layouts.get(0)
                    : String.join(", ", layouts.subList(0, last)) + " or " + layouts.get(last);
        }
    }
}
