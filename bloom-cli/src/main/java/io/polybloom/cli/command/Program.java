package io.polybloom.cli.command;

import io.polybloom.cli.console.Console;

/** The program that a command is part of. It knows its commands; they know only this of it. */
public interface Program {

    /** Returns the streams that the commands use. */
    Console console();
}
