package io.polybloom.spring.integration;

import java.lang.module.ModuleDescriptor.Version;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.core.MessageSelector;

/** Refuses versions of Spring Integration that are older than those on which the tests of this module pass. */
final class Versions {

    private static final Version OLDEST = Version.parse("6.0");

    private Versions() {}

    /**
     * Checks the version that runs. One that does not say its number is not refused.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        requireSupported(MessageSelector.class.getPackage().getImplementationVersion());
    }

    static void requireSupported(@Nullable String found) {
        if (found != null
                && found.matches("\\d+\\.\\d+.*")
                && Version.parse(found).compareTo(OLDEST) < 0) {
            throw new IllegalStateException(
                    "Spring Integration " + found + " is not supported: use a version from " + OLDEST + " to 7.1");
        }
    }
}
