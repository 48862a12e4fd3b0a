package io.polybloom.cli;

import io.polybloom.OverCapacity;
import io.polybloom.cli.command.AddCommand;
import io.polybloom.cli.command.CheckCommand;
import io.polybloom.cli.command.ClearCommand;
import io.polybloom.cli.command.CopyCommand;
import io.polybloom.cli.command.CountCommand;
import io.polybloom.cli.command.DedupCommand;
import io.polybloom.cli.command.DeleteCommand;
import io.polybloom.cli.command.DemoCommand;
import io.polybloom.cli.command.ExpireCommand;
import io.polybloom.cli.command.ExplainCommand;
import io.polybloom.cli.command.ExportCommand;
import io.polybloom.cli.command.ImportCommand;
import io.polybloom.cli.command.InfoCommand;
import io.polybloom.cli.command.LoadCommand;
import io.polybloom.cli.command.MergeCommand;
import io.polybloom.cli.command.PlanCommand;
import io.polybloom.cli.command.Program;
import io.polybloom.cli.command.RebuildCommand;
import io.polybloom.cli.command.RemoveCommand;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.operator.AclCommand;
import io.polybloom.cli.operator.CompletionCommand;
import io.polybloom.cli.operator.ListCommand;
import io.polybloom.cli.operator.WatchCommand;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.option.OptionValues.Converter;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Client;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** The command {@code bloom} itself: holds the sub-commands together and prints the help. */
@Command(
        name = "bloom",
        description = "Bloom filters in Redis, through Jedis, Lettuce, Redisson or Vert.x.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Success.",
            "1:An error, described on stderr, or an input file that could not be read.",
            "2:Wrong usage.",
            "3:With --strict, the filter is over capacity.",
            "129, 130, 143:Stopped by SIGHUP, SIGINT or SIGTERM.",
            "141:The reader of the output has closed it."
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        commandListHeading = "%nCommands:%n",
        sortOptions = false,
        usageHelpAutoWidth = false)
public final class BloomCommand implements Program, Callable<Integer> {

    /** The commands in the order in which the help lists them. */
    static final List<Map.Entry<String, Class<?>>> COMMANDS = List.of(
            Map.entry("demo", DemoCommand.class),
            Map.entry("dedup", DedupCommand.class),
            Map.entry("add", AddCommand.class),
            Map.entry("load", LoadCommand.class),
            Map.entry("check", CheckCommand.class),
            Map.entry("remove", RemoveCommand.class),
            Map.entry("count", CountCommand.class),
            Map.entry("list", ListCommand.class),
            Map.entry("info", InfoCommand.class),
            Map.entry("explain", ExplainCommand.class),
            Map.entry("plan", PlanCommand.class),
            Map.entry("copy", CopyCommand.class),
            Map.entry("merge", MergeCommand.class),
            Map.entry("rebuild", RebuildCommand.class),
            Map.entry("export", ExportCommand.class),
            Map.entry("import", ImportCommand.class),
            Map.entry("expire", ExpireCommand.class),
            Map.entry("clear", ClearCommand.class),
            Map.entry("delete", DeleteCommand.class),
            Map.entry("acl", AclCommand.class),
            Map.entry("watch", WatchCommand.class),
            Map.entry("completion", CompletionCommand.class),
            Map.entry("help", CommandLine.HelpCommand.class),
            Map.entry("gen-manpage", ManPageGenerator.class));

    static {
        // Picocli would begin with converters for all of these types. The options that need one bring it along.
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    }

    /** The commands that look at the other ones. */
    private static final Set<Class<?>> WITH_ALL =
            Set.of(CommandLine.HelpCommand.class, ManPageGenerator.class, CompletionCommand.class);

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "Print the results and the summary as JSON, one object per line;"
                    + " docs/command-line.schema.json describes the objects.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Print only errors and warnings on stderr, no summary and no progress.")
    boolean quiet;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Also print the stack trace of an error.")
    boolean debug;

    @Spec
    CommandSpec spec;

    private final Console console;

    private final Function<String, @Nullable String> variables;

    BloomCommand(Console console, Function<String, @Nullable String> variables) {
        this.console = console;
        this.variables = variables;
    }

    /** Runs the command that the arguments name and returns its exit code: 0, 1 for an error, 2 for wrong usage. */
    public static int run(Console console, String... arguments) {
        return run(console, System::getenv, arguments);
    }

    /** Runs a command as {@link #run(Console, String...)} does, with other variables of the environment. */
    public static int run(Console console, Function<String, @Nullable String> variables, String... arguments) {
        BloomCommand command = new BloomCommand(console, variables);
        ErrorReport errors = new ErrorReport(console, command);
        CommandLine line = new CommandLine(command);
        for (Map.Entry<String, Class<?>> each : commands(arguments)) {
            line.addSubcommand(each.getKey(), each.getValue());
        }
        line.setOut(new PrintWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8), true))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .registerConverter(Long.class, new Converter<>(OptionValues::parseLong))
                .registerConverter(Integer.class, new Converter<>(OptionValues::parseInt))
                .registerConverter(Double.class, new Converter<>(OptionValues::parseRate))
                .registerConverter(Client.class, OptionValues.oneOf(Client.class))
                .registerConverter(OverCapacity.class, OptionValues.oneOf(OverCapacity.class))
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        shortenSynopses(line);
        try {
            return line.execute(arguments);
        } catch (OutOfMemoryError tooLarge) {
            return errors.outOfMemory(tooLarge);
        }
    }

    /**
     * Returns the commands that a run needs, since to describe all of them takes most of the time of a short run: only
     * the one with which the arguments begin, or none for the version, or all where another one may be meant.
     */
    private static List<Map.Entry<String, Class<?>>> commands(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (first.equals("--version") || first.equals("-V")) {
            return List.of();
        }
        return COMMANDS.stream()
                .filter(each -> each.getKey().equals(first) && !WITH_ALL.contains(each.getValue()))
                .findFirst()
                .map(List::of)
                .orElse(COMMANDS);
    }

    /** The options stand below the synopsis anyway. */
    private static void shortenSynopses(CommandLine line) {
        for (CommandLine command : line.getSubcommands().values()) {
            command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
            // It is for those who package this command line.
            command.getCommandSpec().usageMessage().hidden(command.getCommand() instanceof ManPageGenerator);
        }
    }

    @Override
    public Console console() {
        return quiet ? console.withoutProgress() : console;
    }

    @Override
    public boolean printsJson() {
        return json;
    }

    @Override
    public void summarize(String sentence, Json summary) {
        if (!quiet) {
            console.err().println(json ? summary : sentence);
        }
    }

    @Override
    public @Nullable String variable(String name) {
        return variables.apply(name);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(console.err());
        return CommandLine.ExitCode.USAGE;
    }
}
