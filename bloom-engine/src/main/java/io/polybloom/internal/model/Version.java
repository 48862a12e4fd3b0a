package io.polybloom.internal.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which version of a filter was read.
 *
 * @param number from 1; 0 stands for that of a filter of another system, which has none
 * @param by drawn for this version: a failover can undo a version, and another one then gets its number
 * @param stored the {@code by} of the versions that were stored when this one was read, by their numbers
 * @param readNanos when it was read, by a clock of this machine that nobody can set; 0 if it was not
 */
public record Version(long number, String by, Map<Long, String> stored, long readNanos) {

    /** The number of the newest versions that stay: those by which a client notices that a failover has undone some. */
    public static final int KEPT = 8;

    /** That of a filter without versions. */
    public static final Version NONE = new Version(0, "", Map.of(), 0);

    /** Copies the map. */
    public Version {
        stored = Map.copyOf(stored);
    }

    /**
     * Returns whether this version is an earlier one, or was written after it, as far as the stored versions tell; if
     * not, a failover has undone the earlier one. A number that others have removed tells nothing: a command that comes
     * late may have taken it.
     */
    public boolean descendsFrom(Version earlier) {
        return number >= earlier.number
                && (number - earlier.number >= KEPT
                        || stored.getOrDefault(earlier.number, earlier.by).equals(earlier.by));
    }

    /** Returns the numbers that the version after this one removes. */
    public List<Long> outdated() {
        return Stream.concat(Stream.of(number + 1 - KEPT), stored.keySet().stream())
                .filter(old -> old > 0 && number + 1 - old >= KEPT)
                .distinct()
                .sorted()
                .toList();
    }
}
