package io.polybloom.cli.option;

import io.polybloom.cli.console.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The environment of a command apart from its arguments: its streams, and the variables of its process or of a test.
 */
public interface Environment {

    /** Returns the value of a variable, or null if it is not set. */
    @Nullable
    String variable(String name);

    /** Returns the streams that the commands use. */
    Console console();

    /** Returns the environment of a command: the program that it is part of knows it. */
    static Environment of(CommandSpec command) {
        return (Environment) command.commandLine().getCommandSpec().root().userObject();
    }
}
