package io.polybloom.bench;

import io.polybloom.bench.report.ChartImages;
import io.polybloom.bench.report.HtmlReport;
import io.polybloom.bench.report.Report;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.BenchServer;
import io.polybloom.bench.setup.Network;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.suite.Findings;
import io.polybloom.bench.suite.Section;
import io.polybloom.bench.suite.Target;
import io.polybloom.bench.suite.TargetTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the benchmark: tables on stdout, progress on stderr, and a report as one HTML file. */
@Command(
        name = "bloom-bench",
        sortOptions = false,
        description =
                "Measures Polybloom beside its peers on a Redis of its own. Ends with 1 if a filter answers wrongly.")
final class Main implements Callable<Integer> {

    private static final int WRONG_ANSWER = 1;
    private final Map<String, Section> sections;

    @Spec
    CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "shows this help")
    boolean help;

    @Option(names = "--quick", description = "a smoke run of about a minute; its figures mean little")
    boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "SECTION",
            description = "only these sections: bulk, calls, network, single, many-callers, load, near-cache, mirror,"
                    + " build, growth, partitions, layouts, claims, fill, memory, command-line, cluster")
    List<String> only = List.of();

    @Option(
            names = "--redis-server",
            paramLabel = "FILE",
            description = "the redis-server to start; default: the embedded one")
    Optional<Path> executable;

    @Option(
            names = "--module",
            paramLabel = "FILE",
            description = "a module that the server loads, such as redisbloom.so")
    Optional<Path> module;

    @Option(
            names = "--servers",
            split = ",",
            paramLabel = "N",
            defaultValue = "1,3",
            description = "the numbers of nodes of the clusters in the section cluster; default: ${DEFAULT-VALUE}")
    List<Integer> servers = List.of();

    @Option(
            names = "--network-rates",
            split = ",",
            paramLabel = "GBIT",
            defaultValue = "1,10,0",
            description = "the Gbit/s of the networks in the section network, 0 for one without a limit; default:"
                    + " ${DEFAULT-VALUE}")
    List<Integer> networkRates = List.of();

    @Option(
            names = "--call-sizes",
            split = ",",
            paramLabel = "N",
            defaultValue = "100,1000,10000,100000",
            description = "how many elements a call takes in the sections calls, network and layouts; default:"
                    + " ${DEFAULT-VALUE}")
    List<Integer> callSizes = List.of();

    @Option(
            names = "--before",
            paramLabel = "CLASSPATH",
            description = "an earlier build, for its single calls on Jedis")
    Optional<String> before;

    @Option(
            names = "--bloom",
            paramLabel = "FILE",
            description = "the command line to measure; default: bloom in this directory, if it is there")
    Optional<Path> bloom;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            defaultValue = "report.html",
            description = "where the report is written; default: ${DEFAULT-VALUE}")
    Path report;

    @Option(names = "--charts", paramLabel = "DIRECTORY", description = "writes each chart as a PNG file, too")
    Optional<Path> charts;

    Main(Map<String, Section> sections) {
        this.sections = sections;
    }

    public static void main(String... arguments) {
        // The clients keep threads that are no daemons for a while after they have been closed.
        System.exit(new CommandLine(new Main(Section.all())).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        List<Section> chosen = chosen();
        if (only.contains("network")) {
            Network.obstacle().ifPresent(reason -> {
                throw new ParameterException(spec.commandLine(), "the section network cannot run: " + reason);
            });
        }
        requireFile("--redis-server", executable);
        requireFile("--module", module);
        requireFile("--bloom", bloom);
        ChartImages.requireFonts();
        Scale scale = quick ? Scale.QUICK : Scale.FULL;
        try (BenchServer server = BenchServer.start(executable, module);
                Bench bench = Bench.on(server, scale, bloom(), servers, networkRates, callSizes, before, this::tell)) {
            measure(chosen, bench);
            return CommandLine.ExitCode.OK;
        } catch (WrongAnswerException wrong) {
            tell("WRONG ANSWER: " + wrong.getMessage());
            return WRONG_ANSWER;
        }
    }

    private void measure(List<Section> chosen, Bench bench) throws IOException {
        List<String> environment =
                Provenance.lines(spec.commandLine().getParseResult().originalArgs(), bench.server());
        print("== Environment ==\n" + String.join("\n", environment) + "\n\n");
        List<Report.Part> parts = new ArrayList<>();
        Map<Target, Figure> measured = new EnumMap<>(Target.class);
        for (Section section : chosen) {
            Findings found = section.run(bench);
            measured.putAll(found.measured());
            Report.Part part = new Report.Part(found.title(), found.explanation(), found.tables(), found.charts());
            print(part.text());
            parts.add(part);
        }
        Report.Part targets = targets(measured);
        print(targets.text());
        parts.add(0, targets);
        Files.writeString(report, HtmlReport.of(new Report(headline(measured), environment, parts)));
        if (charts.isPresent()) {
            ChartImages.write(
                    parts.stream().flatMap(part -> part.charts().stream()).toList(), charts.get());
        }
        tell("report written to " + report);
    }

    private void requireFile(String option, Optional<Path> file) {
        if (file.isPresent() && !Files.isRegularFile(file.get())) {
            throw new ParameterException(spec.commandLine(), option + ": there is no file " + file.get());
        }
    }

    private Optional<Path> bloom() {
        return bloom.or(() -> Optional.of(Path.of("bloom")).filter(Files::isRegularFile));
    }

    private List<Section> chosen() {
        for (String name : only) {
            if (!sections.containsKey(name)) {
                throw new ParameterException(
                        spec.commandLine(), "no section '" + name + "': " + String.join(", ", sections.keySet()));
            }
        }
        return sections.keySet().stream()
                .filter(name -> only.isEmpty() || only.contains(name))
                .map(sections::get)
                .toList();
    }

    private List<String> headline(Map<Target, Figure> measured) {
        List<String> headline = new ArrayList<>(TargetTable.headline(measured));
        if (quick) {
            headline.add("This was a quick run: its figures mean little.");
        }
        return headline;
    }

    private Report.Part targets(Map<Target, Figure> measured) {
        String explanation = String.join(" ", headline(measured))
                + " Figures are medians over the rounds; within a round, all contestants met the same conditions.";
        return new Report.Part("Targets", explanation, List.of(TargetTable.of(measured)), List.of());
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    private void tell(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }
}
