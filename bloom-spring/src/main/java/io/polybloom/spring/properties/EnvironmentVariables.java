package io.polybloom.spring.properties;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The environment variables that set properties. Where a variable's name has an underscore, the property's may have a
 * dot, a dash or nothing, and the name of a filter may have any of them. So a variable of a filter is known by its end.
 */
final class EnvironmentVariables {

    private static final String PREFIX = "POLYBLOOM_";
    private static final String FILTERS = PREFIX + "FILTERS_";

    /** Kubernetes gives these to every pod in the namespace of a service, whatever the name of the service. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_.+)?)?)");

    private EnvironmentVariables() {}

    /**
     * Checks the names below {@code POLYBLOOM_}.
     *
     * @throws InvalidFilterException if one of them sets no property
     */
    static void requireKnown(String... names) {
        for (String name : names) {
            if (name.startsWith(PREFIX) && !OF_A_SERVICE.matcher(name).matches()) {
                requireKnown(name);
            }
        }
    }

    private static void requireKnown(String name) {
        boolean ofFilter = name.startsWith(FILTERS);
        Map<String, String> known = spellings(ofFilter ? FilterProperties.class : PolybloomProperties.class);
        List<String> words = Arrays.asList(
                name.substring((ofFilter ? FILTERS : PREFIX).length()).split("_"));
        int first = ofFilter ? 1 : 0;
        int last = ofFilter ? words.size() - 1 : 0;
        for (int start = first; start <= last; start++) {
            if (known.containsKey(joined(words, start))) {
                return;
            }
        }
        throw PropertyBinding.unknown(name, nearest(words, first, last, known));
    }

    /** Returns the names of properties without dots and dashes, with the properties. */
    private static Map<String, String> spellings(Class<?> type) {
        Map<String, String> spellings = new HashMap<>();
        for (String property : PropertyNames.of(type)) {
            spellings.put(property.replaceAll("[.-]", "").toUpperCase(Locale.ROOT), property);
        }
        return spellings;
    }

    private static String joined(Collection<String> words, int start) {
        return words.stream().skip(start).reduce("", String::concat);
    }

    private static List<String> nearest(List<String> words, int first, int last, Map<String, String> known) {
        for (int start = first; start <= last; start++) {
            List<String> nearest = PropertyNames.nearest(joined(words, start), known.keySet());
            if (!nearest.isEmpty()) {
                return nearest.stream().map(known::get).toList();
            }
        }
        return List.of();
    }
}
