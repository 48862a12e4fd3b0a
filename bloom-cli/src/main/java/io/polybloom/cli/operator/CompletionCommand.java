package io.polybloom.cli.operator;

import io.polybloom.cli.command.Program;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.OptionValues;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints the script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Print the script that lets a shell complete commands and options.",
            "Use it in ~/.bashrc or ~/.zshrc: source <(bloom completion bash)"
        })
public final class CompletionCommand implements Callable<Integer> {

    private enum Shell {
        BASH,
        ZSH;

        /** The name as users type it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @ParentCommand
    Program program;

    @Parameters(paramLabel = "SHELL", converter = ShellConverter.class, description = "The shell: bash or zsh.")
    Shell shell;

    @Spec
    CommandSpec command;

    /** The script of picocli serves both shells: zsh reads completions of bash when it is told to, which it does. */
    @Override
    public Integer call() {
        LineOutput out = new LineOutput(program.console().out());
        out.text(AutoComplete.bash("bloom", command.parent().commandLine()));
        out.flush();
        return 0;
    }

    /** Reads the name of a shell. */
    static final class ShellConverter implements ITypeConverter<Shell> {

        @Override
        public Shell convert(String text) throws Exception {
            return OptionValues.oneOf(Shell.class).convert(text);
        }
    }
}
