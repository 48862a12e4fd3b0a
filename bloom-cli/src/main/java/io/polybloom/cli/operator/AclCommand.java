package io.polybloom.cli.operator;

import io.polybloom.cli.command.Program;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.output.Json;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints the rights that a user of Redis needs. */
@Command(
        name = "acl",
        description = {
            "Print the ACL SETUSER command that gives a Redis user the rights that filters need, and no others.",
            "app may use the whole library; reader may look up and measure, but not write; admin may also use the whole"
                    + " command line. Add the password and `on` yourself."
        })
public final class AclCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Option(
            names = "--name",
            paramLabel = "PATTERN",
            converter = OptionValues.ReadableText.class,
            description = "The filters that the user may use: a name, or a pattern such as 'clicks-*' (default: all).")
    String names = AccessRule.ALL;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            converter = RoleConverter.class,
            description = "The role of the user: app, reader or admin (default: app).")
    Role role = Role.APP;

    @Option(
            names = "--counter",
            paramLabel = "PATTERN",
            converter = OptionValues.ReadableText.class,
            description = "The distinct counters that the user may use: a name, or a pattern (default: none).")
    @Nullable
    String counters;

    @Option(
            names = "--server-filters",
            description = "Also allow filters of the layout `server`. A server without BF.* refuses such a rule.")
    boolean withModule;

    @Option(
            names = "--persisted",
            description =
                    "Also allow filters whose writes must be on disk. A server before Redis 7.2 refuses such a rule.")
    boolean withDisk;

    @Option(names = "--user", paramLabel = "USER", description = "The name of the user (default: bloom-ROLE).")
    @Nullable
    String user;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        requireOneWord(names);
        if (counters != null) {
            requireOneWord(counters);
        }
        String name = user == null ? "bloom-" + role : user;
        requireOneWord(name);
        AccessRule rule = new AccessRule(role, names, Optional.ofNullable(counters), withModule, withDisk);
        LineOutput out = new LineOutput(program.console().out());
        out.line(
                program.printsJson()
                        ? Json.of("acl")
                                .with("role", role.toString())
                                .withTexts("keys", rule.keys())
                                .withTexts("commands", rule.commands())
                                .with("rule", rule.text())
                                .toString()
                        : "ACL SETUSER " + name + " " + rule.text());
        out.flush();
        return 0;
    }

    /** Redis reads no pattern with a space, however it is quoted; so it would give other rights than those shown. */
    private void requireOneWord(String text) {
        if (text.isEmpty() || text.chars().anyMatch(Character::isWhitespace)) {
            throw new ParameterException(
                    command.commandLine(), "'" + text + "' must be one word: write ? for a space in a name");
        }
    }

    /** Reads a role in any case. */
    static final class RoleConverter implements ITypeConverter<Role> {

        @Override
        public Role convert(String text) throws Exception {
            return OptionValues.oneOf(Role.class).convert(text);
        }
    }
}
