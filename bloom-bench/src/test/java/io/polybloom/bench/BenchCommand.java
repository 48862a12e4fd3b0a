package io.polybloom.bench;

import io.polybloom.bench.suite.Section;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;

/** Runs the benchmark as its user does, and keeps its output. */
final class BenchCommand {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Returns the exit code. */
    int execute(Map<String, Section> sections, String... arguments) {
        return new CommandLine(new Main(sections))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    /** Returns everything that was written to standard output. */
    String out() {
        return out.toString();
    }

    /** Returns everything that was written to standard error. */
    String err() {
        return err.toString();
    }
}
