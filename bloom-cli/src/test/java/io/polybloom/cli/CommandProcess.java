package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The command line in a process of its own, as a user runs it. */
final class CommandProcess {

    private CommandProcess() {}

    /** Returns the words that start it; more may be added. */
    static List<String> command(List<String> arguments) {
        String jar = System.getProperty("bloom.jar");
        assertTrue(new File(jar).isFile(), jar);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        // A short run ends before the second compiler pays.
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar));
        command.addAll(arguments);
        return command;
    }

    /** Kills a process, which may send its commands before the one that has started it knows it. */
    static void kill(AtomicReference<Process> process) {
        started(process).destroyForcibly();
    }

    /** Asks a process to end, by SIGTERM. */
    static void end(AtomicReference<Process> process) {
        started(process).destroy();
    }

    private static Process started(AtomicReference<Process> process) {
        Process started = process.get();
        while (started == null) {
            Thread.onSpinWait();
            started = process.get();
        }
        return started;
    }

    /** Waits until a process ends; it does not outlive this call. */
    static void awaitEnd(Process process, long limitSeconds) {
        try {
            assertTrue(process.waitFor(limitSeconds, TimeUnit.SECONDS), "still runs");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
        }
    }
}
