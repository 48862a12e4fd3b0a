package io.polybloom.bench;

import io.polybloom.bench.setup.BenchServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** How figures came about. */
final class Provenance {

    private Provenance() {}

    /**
     * Returns the date, the command line, the versions of Java and the clients, the machine, and the server with its
     * settings.
     */
    static List<String> lines(List<String> arguments, BenchServer server) {
        List<String> command = new ArrayList<>(List.of("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-jar", "bloom-bench/target/bloom-bench.jar"));
        command.addAll(arguments);
        Properties versions = versions();
        String clients = String.format(
                "Jedis %s, Lettuce %s, Redisson %s, Vert.x %s, Guava %s",
                versions.getProperty("jedis"),
                versions.getProperty("lettuce"),
                versions.getProperty("redisson"),
                versions.getProperty("vertx"),
                versions.getProperty("guava"));
        return List.of(
                "measured at " + Instant.now().truncatedTo(ChronoUnit.SECONDS),
                String.join(" ", command),
                "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + "), "
                        + Runtime.getRuntime().availableProcessors() + " processors, heap of at most "
                        + (Runtime.getRuntime().maxMemory() >> 20) + " MiB; " + clients,
                server.description());
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream resource = Provenance.class.getResourceAsStream("versions.properties")) {
            versions.load(resource);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return versions;
    }
}
