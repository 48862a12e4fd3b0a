package io.polybloom.bench;

import io.polybloom.bench.process.Neighbour;
import io.polybloom.bench.process.Programs;
import io.polybloom.bench.report.ChartImages;
import io.polybloom.bench.report.HtmlReport;
import io.polybloom.bench.report.Measured;
import io.polybloom.bench.report.Provenance;
import io.polybloom.bench.report.Report;
import io.polybloom.bench.report.Tables;
import io.polybloom.bench.report.Targets;
import io.polybloom.bench.server.ServerProfiler;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * JMH's command line, with the profilers of this comparison, and four commands beside it: {@code turns},
 * {@code report}, {@code programs} and {@code neighbour}.
 */
@Command(
        name = "bloom-bench",
        subcommands = {Programs.class, Neighbour.class},
        mixinStandardHelpOptions = true)
public final class Main {

    @Spec
    private CommandSpec spec;

    private Main() {}

    /** Runs a command, or JMH if the first argument is none. */
    public static void main(String... arguments) throws IOException {
        CommandLine commands = commands();
        if (arguments.length > 0 && commands.getSubcommands().containsKey(arguments[0])) {
            System.exit(commands.execute(arguments));
        }
        runJmh(arguments);
    }

    static CommandLine commands() {
        CommandLine commands = new CommandLine(new Main());
        // The options of JMH follow.
        commands.getSubcommands().get("turns").setStopAtPositional(true);
        commands.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(failure.getMessage());
            return 1;
        });
        return commands;
    }

    /** Ends as JMH does, but with 1 after a failure, which it has shown. */
    private static void runJmh(String... arguments) throws IOException {
        try {
            runJmh(new CommandLineOptions(arguments), arguments);
        } catch (CommandLineOptionException | RunnerException failure) {
            System.err.println(failure.getMessage());
            System.exit(1);
        }
    }

    private static void runJmh(CommandLineOptions given, String... arguments) throws IOException, RunnerException {
        if (given.shouldHelp() || given.shouldList() || given.shouldListWithParams() || given.shouldListProfilers()) {
            org.openjdk.jmh.Main.main(arguments);
            return;
        }
        new Runner(new OptionsBuilder()
                        .parent(given)
                        // A wrong answer is an error: nothing that is measured beside it counts.
                        .shouldFailOnError(true)
                        .addProfiler(ServerProfiler.class)
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }

    @Command(
            name = "turns",
            description = "Runs JMH in turns: one fork of each benchmark, then the next turn. Any option of JMH may"
                    + " follow; properties of this JVM, such as -Dredis-server=FILE, are passed on.",
            mixinStandardHelpOptions = true)
    int turns(
            @Parameters(paramLabel = "N", description = "how many turns") int turns,
            @Parameters(paramLabel = "RESULT", description = "the file that gets JMH's JSON") Path result,
            @Option(
                            names = "--before",
                            paramLabel = "JAR",
                            description = "the bloom-bench.jar of an earlier build, which takes part in each turn")
                    Optional<Path> before,
            @Parameters(paramLabel = "OPTION", arity = "0..*", description = "JMH's, such as BulkCalls -p call=100")
                    List<String> options)
            throws IOException, URISyntaxException {
        List<Path> builds = new ArrayList<>();
        builds.add(Path.of(
                Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
        before.ifPresent(jar -> builds.add(existing(jar)));
        new Turns(builds, build -> Turns.jmh(build, options == null ? List.of() : options)).take(turns, result);
        return 0;
    }

    @Command(
            name = "report",
            description = "Prints the tables of JMH's JSON as Markdown, and writes them with charts as a page.",
            mixinStandardHelpOptions = true)
    int report(
            @Parameters(paramLabel = "RESULT", arity = "1..*", description = "files of turns, or of JMH's -rf json")
                    List<Path> results,
            @Option(names = "--page", paramLabel = "FILE", defaultValue = "report.html", description = "the page")
                    Path page,
            @Option(names = "--charts", paramLabel = "DIRECTORY", description = "gets each chart as a PNG file, too")
                    Optional<Path> charts)
            throws IOException {
        ChartImages.requireFonts();
        List<Measured> measured = new ArrayList<>();
        for (Path file : results) {
            measured.addAll(Measured.read(existing(file)));
        }
        Targets targets = Targets.of(measured);
        List<Report.Part> parts = new ArrayList<>(List.of(targets.part()));
        parts.addAll(Tables.of(measured));
        for (Report.Part part : parts) {
            spec.commandLine().getOut().print(part.markdown());
        }
        spec.commandLine().getOut().flush();
        Files.writeString(page, HtmlReport.of(new Report(targets.headline(), Provenance.of(results), parts)));
        if (charts.isPresent()) {
            ChartImages.write(
                    parts.stream().flatMap(part -> part.charts().stream()).toList(), charts.get());
        }
        System.err.println("report written to " + page);
        return 0;
    }

    private Path existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ParameterException(spec.commandLine(), "there is no file " + file);
        }
        return file;
    }
}
