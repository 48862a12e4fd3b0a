package io.polybloom.spring.properties;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The names of properties, and those that resemble a misspelt one. */
final class PropertyNames {

    private static final int MOST_SUGGESTIONS = 2;

    /** One mistake in this number of letters is taken for a misspelling; fewer letters may have one as well. */
    private static final int LETTERS_PER_MISTAKE = 3;

    private PropertyNames() {}

    /** Returns the names of the properties of a record and of the records in it, such as {@code window.span}. */
    static Set<String> of(Class<?> type) {
        Set<String> names = new TreeSet<>();
        collect("", type, names);
        return names;
    }

    private static void collect(String prefix, Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name =
                    prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                collect(name + ".", component.getType(), names);
            } else {
                names.add(name);
            }
        }
    }

    /** Returns the names that resemble a misspelt one, the nearest first. */
    static List<String> nearest(String misspelt, Collection<String> known) {
        return known.stream()
                .filter(name -> distance(misspelt, name) <= Math.max(1, name.length() / LETTERS_PER_MISTAKE))
                .sorted(Comparator.comparingInt(name -> distance(misspelt, name)))
                .limit(MOST_SUGGESTIONS)
                .toList();
    }

    /** Returns the number of letters to insert, remove or replace. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(diagonal, row[column - 1]));
            }
        }
        return row[to.length()];
    }
}
