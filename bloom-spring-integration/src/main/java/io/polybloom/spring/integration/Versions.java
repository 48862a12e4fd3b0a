package io.polybloom.spring.integration;

import io.polybloom.support.ServedVersions;
import org.springframework.integration.core.MessageSelector;

/** Refuses versions of Spring Integration that are older than those on which the tests of this module pass. */
final class Versions {

    private Versions() {}

    /**
     * Checks the version that runs.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        new ServedVersions("Spring Integration", "6.0", "7.1")
                .require(MessageSelector.class.getPackage().getImplementationVersion());
    }
}
