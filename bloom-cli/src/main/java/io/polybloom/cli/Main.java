package io.polybloom.cli;

import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.NoLog;
import io.polybloom.cli.console.StopSignals;

/** Runs {@link BloomCommand} as a process. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the process with its exit code, or by the signal that has stopped the command. */
    public static void main(String[] arguments) {
        if (arguments.length == 1 && (arguments[0].equals("--version") || arguments[0].equals("-V"))) {
            // Here, since everything else would take most of the time.
            System.out.println(version());
            return;
        }
        NoLog.use();
        Console console = Console.ofProcess();
        int exitCode;
        try (StopSignals signals = StopSignals.interrupting(Thread.currentThread(), console::complain)) {
            exitCode = signals.exitCode(BloomCommand.run(console, arguments), console::complain);
        }
        StopSignals.dieOf(exitCode);
        System.exit(exitCode);
    }

    /** Returns the name of the program and the version from the manifest of the jar. */
    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return "bloom " + (version == null ? "(not from a jar)" : version);
    }
}
