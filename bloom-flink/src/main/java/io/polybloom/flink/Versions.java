package io.polybloom.flink;

import java.lang.module.ModuleDescriptor.Version;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** Refuses versions of Flink that are older than those on which the tests of this module pass. */
final class Versions {

    private static final Version OLDEST = Version.parse("1.19");

    private Versions() {}

    /**
     * Checks the version that runs. One that does not say its number is not refused.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        requireSupported(EnvironmentInformation.getVersion());
    }

    static void requireSupported(String found) {
        if (found.matches("\\d+\\.\\d+.*") && Version.parse(found).compareTo(OLDEST) < 0) {
            throw new IllegalStateException(
                    "Flink " + found + " is not supported: use a version from " + OLDEST + " to 2.3");
        }
    }
}
