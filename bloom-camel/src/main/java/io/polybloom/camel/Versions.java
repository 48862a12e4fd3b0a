package io.polybloom.camel;

import java.lang.module.ModuleDescriptor.Version;
import org.apache.camel.spi.IdempotentRepository;
import org.jspecify.annotations.Nullable;

/** Refuses versions of Camel that are older than those on which the tests of this module pass. */
final class Versions {

    private static final Version OLDEST = Version.parse("4.0");

    private Versions() {}

    /**
     * Checks the version that runs. One that does not say its number is not refused.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        requireSupported(IdempotentRepository.class.getPackage().getImplementationVersion());
    }

    static void requireSupported(@Nullable String found) {
        if (found != null
                && found.matches("\\d+\\.\\d+.*")
                && Version.parse(found).compareTo(OLDEST) < 0) {
            throw new IllegalStateException(
                    "Camel " + found + " is not supported: use a version from " + OLDEST + " to 4.22");
        }
    }
}
