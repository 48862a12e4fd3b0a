package io.polybloom.kafka.streams;

import java.lang.module.ModuleDescriptor.Version;
import org.apache.kafka.common.utils.AppInfoParser;

/** Refuses versions of Kafka Streams that are older than those on which the tests of this module pass. */
final class Versions {

    private static final Version OLDEST = Version.parse("3.3");

    private Versions() {}

    /**
     * Checks the version that runs. One that does not say its number is not refused.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        // That of the clients: the jars of earlier versions of Kafka Streams do not say their own.
        requireSupported(AppInfoParser.getVersion());
    }

    static void requireSupported(String found) {
        if (found.matches("\\d+\\.\\d+.*") && Version.parse(found).compareTo(OLDEST) < 0) {
            throw new IllegalStateException(
                    "Kafka Streams " + found + " is not supported: use a version from " + OLDEST + " to 4.3");
        }
    }
}
