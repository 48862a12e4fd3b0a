package io.polybloom.cli.command;

import io.polybloom.cli.option.Environment;
import io.polybloom.cli.output.Json;

/** The program that a command is part of. It knows its commands; they know only this of it. */
public interface Program extends Environment {

    /** Returns whether results and summaries are for programs: objects of JSON, one on a line. */
    boolean printsJson();

    /** Prints on stderr how a command has ended, as a sentence or as JSON, unless the user wants no summary. */
    void summarize(String sentence, Json summary);
}
