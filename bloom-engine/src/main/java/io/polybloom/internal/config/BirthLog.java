package io.polybloom.internal.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The log of the birth of a layer, or of the claims of a writer, in numbered fields of a config that are written once.
 * A client that makes the keys enters first that it does, and later that it has made them; the entry that all of them
 * are there ends the log. An entry takes the place behind all others, so a client that ends the log knows everybody who
 * has made any. What is entered late has no effect.
 */
public final class BirthLog {

    private static final String MAKES = "makes=";
    private static final String MADE = "made=";
    private static final Pattern PLACE = Pattern.compile("[1-9][0-9]{0,8}");

    private final String name;
    private final String separator;
    private final SortedMap<Integer, String> entries = new TreeMap<>();

    private BirthLog(String name, String separator) {
        this.name = name;
        this.separator = separator;
    }

    /** Returns the log of a birth that nobody has begun. */
    public static BirthLog empty(String generation, long layer) {
        return new BirthLog(ConfigRecord.readyField(generation, layer), ".");
    }

    /** Returns the log of a birth of claims that nobody has begun; the name of a writer may have any number of dots. */
    public static BirthLog ofClaims(String epoch, String writer) {
        return new BirthLog(ConfigRecord.claimsField(epoch, writer), ":");
    }

    static BirthLog of(Map<String, String> fields, String generation, long layer) {
        return empty(generation, layer).in(fields);
    }

    /** Returns the same log as it is in a config. */
    BirthLog in(Map<String, String> fields) {
        BirthLog log = new BirthLog(name, separator);
        String prefix = name + separator;
        fields.forEach((field, value) -> {
            if (field.equals(name)) {
                log.entries.put(0, value);
            } else if (field.startsWith(prefix)) {
                String place = field.substring(prefix.length());
                if (PLACE.matcher(place).matches()) {
                    log.entries.put(Integer.parseInt(place), value);
                }
            }
        });
        return log;
    }

    /** Returns whether all keys are there, or the birth was given up: no further entry counts. */
    public boolean isOver() {
        return entries.values().stream().anyMatch(entry -> !entry.startsWith(MAKES) && !entry.startsWith(MADE));
    }

    /** Returns whether the birth of a generation was given up, and the life with it. */
    boolean isGivenUp() {
        return entries.containsValue(ConfigRecord.DELETED);
    }

    /** Returns the clients that have begun to make the keys, in order. */
    public List<String> makers() {
        Set<String> makers = new LinkedHashSet<>(named(MAKES));
        makers.addAll(made());
        return List.copyOf(makers);
    }

    /** Returns the clients that have made all keys, in order. */
    public List<String> made() {
        return named(MADE);
    }

    /** Returns the names of the fields. */
    public List<String> fields() {
        return entries.keySet().stream().map(this::field).toList();
    }

    /** Returns the name of the field that takes the next entry. */
    public String next() {
        return field(entries.isEmpty() ? 0 : entries.lastKey() + 1);
    }

    static String begun(String maker) {
        return MAKES + maker;
    }

    static String finished(String maker) {
        return MADE + maker;
    }

    private String field(int place) {
        return place == 0 ? name : name + separator + place;
    }

    private List<String> named(String kind) {
        List<String> named = new ArrayList<>();
        entries.values().forEach(entry -> {
            if (entry.startsWith(kind)) {
                named.add(entry.substring(kind.length()));
            }
        });
        return named;
    }
}
