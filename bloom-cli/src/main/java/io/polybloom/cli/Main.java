package io.polybloom.cli;

import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.StopSignals;
import java.util.logging.LogManager;

/** Runs {@link BloomCommand} as a process. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the process with its exit code, or by the signal that has stopped the command. */
    public static void main(String[] arguments) {
        // Netty and Vert.x may log through java.util.logging; a user sees one line per error, never a client's log.
        LogManager.getLogManager().reset();
        Console console = Console.ofProcess();
        int exitCode;
        try (StopSignals signals = StopSignals.interrupting(Thread.currentThread(), console::complain)) {
            exitCode = signals.exitCode(BloomCommand.run(console, arguments), console::complain);
        }
        StopSignals.dieOf(exitCode);
        System.exit(exitCode);
    }
}
