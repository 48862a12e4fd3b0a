package io.polybloom.cli.server;

import io.polybloom.layout.Geometry;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the keys of filters of our own (docs/wire-format.md, Keys): which filter a key belongs to, and which keys a
 * filter has.
 */
public final class FilterKeys {

    /** Matches the keys of all filters of our own. */
    public static final String ALL = "bloom:*";

    private static final Pattern UNTAGGED = Pattern.compile("bloom:\\{([^{}]+)}(?:|:copy)");
    private static final Pattern TAGGED = Pattern.compile("bloom:([^{}]*\\{[^{}]+}[^{}]*):config(?:|:copy)");

    private static final String BITS = ":(\\d{1,9})(}?):([0-9a-f]{16})";
    private static final Pattern UNTAGGED_BITS = Pattern.compile("bloom:\\{([^{}]+)" + BITS);
    private static final Pattern TAGGED_BITS = Pattern.compile("bloom:([^{}]*\\{[^{}]+}[^{}]*)" + BITS);

    /**
     * The bits of one partition of a filter without a window.
     *
     * @param filter the name of the filter
     * @param layer the id of its layer
     * @param number the number of the partition
     */
    public record Bits(String filter, String layer, int number) {}

    private FilterKeys() {}

    /**
     * Returns patterns that match the keys of some filters, and no others.
     *
     * @param names a name, or a pattern of names
     */
    public static List<String> patterns(String names) {
        return isTagged(names)
                ? List.of("bloom:" + names + ":*")
                : List.of("bloom:{" + names + "}", "bloom:{" + names + "}:*", "bloom:{" + names + ":*");
    }

    private static boolean isTagged(String name) {
        return name.indexOf('{') >= 0;
    }

    /** Returns the partition whose bits a key may hold. */
    public static Optional<Bits> bits(String key) {
        Matcher found = UNTAGGED_BITS.matcher(key);
        boolean isUntagged = found.matches();
        if (!isUntagged) {
            found = TAGGED_BITS.matcher(key);
        }
        return found.matches()
                        && found.group(3).isEmpty() != isUntagged
                        && Integer.parseInt(found.group(2)) < Geometry.MAX_PARTITIONS
                ? Optional.of(new Bits(found.group(1), found.group(4), Integer.parseInt(found.group(2))))
                : Optional.empty();
    }

    /**
     * Returns the name of the filter of which a key may be the register, or its copy. Each of them is enough to use the
     * filter.
     */
    public static Optional<String> name(String key) {
        Matcher tagged = TAGGED.matcher(key);
        Matcher untagged = UNTAGGED.matcher(key);
        if (untagged.matches()) {
            return Optional.of(untagged.group(1));
        }
        return tagged.matches() ? Optional.of(tagged.group(1)) : Optional.empty();
    }
}
