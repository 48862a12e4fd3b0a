package io.polybloom.cli.operator;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of filters of our own, as the keys of their configs and traces show them (docs/wire-format.md, Keys). */
final class FilterKeys {

    /** Matches the keys of all filters of our own. */
    static final String ALL = "bloom:*";

    private static final Pattern UNTAGGED = Pattern.compile("bloom:\\{([^{}]+)}(?:|:trace|:gone)");
    private static final Pattern TAGGED = Pattern.compile("bloom:([^{}]*\\{[^{}]+}[^{}]*):config(?:|:trace|:gone)");

    private FilterKeys() {}

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
