package io.polybloom.cli.operator;

import io.polybloom.layout.Geometry;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of filters of our own, as the keys of their configs and traces show them (docs/wire-format.md, Keys). */
final class FilterKeys {

    /** Matches the keys of all filters of our own. */
    static final String ALL = "bloom:*";

    private static final Pattern UNTAGGED = Pattern.compile("bloom:\\{([^{}]+)}(?:|:trace|:gone)");
    private static final Pattern TAGGED = Pattern.compile("bloom:([^{}]*\\{[^{}]+}[^{}]*):config(?:|:trace|:gone)");

    private static final String BITS = ":(\\d{1,9})(}?):([0-9a-f]{16}\\.\\d+)";
    private static final Pattern UNTAGGED_BITS = Pattern.compile("bloom:\\{([^{}]+)" + BITS);
    private static final Pattern TAGGED_BITS = Pattern.compile("bloom:([^{}]*\\{[^{}]+}[^{}]*)" + BITS);

    /**
     * The bits of one partition.
     *
     * @param filter the name of the filter
     * @param layer its generation and the number of its layer, as {@code GEN.LAYER}
     * @param number the number of the partition
     */
    record Bits(String filter, String layer, int number) {}

    private FilterKeys() {}

    /** Returns the partition whose bits a key may hold. */
    static Optional<Bits> bits(String key) {
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
     * Returns the name of the filter that a key may be the config or the trace of. A trace is all that is left if the
     * config is lost.
     */
    static Optional<String> name(String key) {
        Matcher tagged = TAGGED.matcher(key);
        Matcher untagged = UNTAGGED.matcher(key);
        if (untagged.matches()) {
            return Optional.of(untagged.group(1));
        }
        return tagged.matches() ? Optional.of(tagged.group(1)) : Optional.empty();
    }
}
