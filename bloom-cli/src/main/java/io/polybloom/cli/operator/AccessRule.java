package io.polybloom.cli.operator;

import io.polybloom.cli.server.FilterKeys;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rights of a user of Redis, as ACL SETUSER takes them.
 *
 * @param role the rights of the user
 * @param names which filters the user may do it with: a name, or a pattern with {@code *}, {@code ?} and {@code [...]}
 * @param counters which distinct counters the user may use, whose keys are their names; none if it is empty
 * @param withModule whether to allow the commands of the server's own Bloom filters
 * @param withDisk whether to allow filters whose writes must be on disk
 */
record AccessRule(Role role, String names, Optional<String> counters, boolean withModule, boolean withDisk) {

    /** Matches all filters. */
    static final String ALL = "*";

    /**
     * Returns the patterns of the keys that these filters and counters have. A pattern that allows all keys stands
     * alone: Redis refuses a rule with another one after it.
     */
    List<String> keys() {
        if (counters.filter(ALL::equals).isPresent()) {
            return List.of(ALL);
        }
        return Stream.concat(
                        keysOfFilters().stream(),
                        counters.map(AccessRule::keysOfCounters).stream().flatMap(List::stream))
                .toList();
    }

    /**
     * The key of a counter is its name; the counters that are merged into it are copied to a temporary key of the same
     * slot.
     */
    private static List<String> keysOfCounters(String names) {
        return List.of(names, (names.indexOf('{') >= 0 ? names : "{" + names + "}") + ":*");
    }

    private List<String> keysOfFilters() {
        return names.equals(ALL) ? List.of(FilterKeys.ALL) : FilterKeys.patterns(names);
    }

    /** Returns the commands that the user needs for them. */
    List<String> commands() {
        return role.commands(withModule, withDisk, counters.isPresent());
    }

    /**
     * Returns the rules after the name of the user: all earlier rights to keys, channels and commands are taken away.
     */
    String text() {
        return Stream.of(
                        Stream.of("resetkeys", "resetchannels", "-@all"),
                        keys().stream().map(key -> "~" + key),
                        commands().stream().map(command -> "+" + command))
                .flatMap(part -> part)
                .collect(Collectors.joining(" "));
    }
}
