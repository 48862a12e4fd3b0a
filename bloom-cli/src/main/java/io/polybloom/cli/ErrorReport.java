package io.polybloom.cli;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.Shutdown;
import io.polybloom.cli.console.StopSignals;
import io.polybloom.cli.lines.BrokenPipe;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.server.ServerAddresses;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns everything that can go wrong into one line on stderr and an exit code. */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final Console console;
    private final BloomCommand root;

    ErrorReport(Console console, BloomCommand root) {
        this.console = console;
        this.root = root;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        console.complain(words(wrong));
        console.err().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        printTrace(wrong);
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof BrokenPipe) {
            return BrokenPipe.EXIT_CODE;
        }
        if (Shutdown.isUnderWay() || StopSignals.areStopping()) {
            // A failure after Ctrl-C follows from it; the user who pressed it need not be told.
            printTrace(failure);
            return CommandLine.ExitCode.SOFTWARE;
        }
        console.complain(words(failure, command));
        printTrace(failure);
        return failure instanceof CommandFailure explained ? explained.exitCode() : CommandLine.ExitCode.SOFTWARE;
    }

    int outOfMemory(OutOfMemoryError tooLarge) {
        console.complain(CommandFailure.reasonOf(tooLarge));
        printTrace(tooLarge);
        return CommandLine.ExitCode.SOFTWARE;
    }

    private String words(Exception failure, CommandLine command) {
        if (failure instanceof BackendException refused && refused.reason() == Reason.REDIRECTED) {
            Optional<ServerAddresses> node = ConnectionOptions.address(command.getCommandSpec(), root);
            if (node.filter(ServerAddresses::isOneServer).isPresent()) {
                return node.get().asNodeOfCluster();
            }
        }
        if (failure instanceof CommandFailure || failure instanceof BloomFilterException) {
            return CommandFailure.withoutDetails(failure.getMessage());
        }
        String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        return "unexpected error" + message + (root.debug ? "" : "; --debug shows the stack trace");
    }

    private String words(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return wrong.getMessage();
        }
        boolean isCommand =
                !unmatched.isUnknownOption() && wrong.getCommandLine().getCommand() == root;
        String complaint =
                isCommand ? "unknown command '" + unmatched.getUnmatched().get(0) + "'" : wrong.getMessage();
        List<String> near = unmatched.getSuggestions();
        return complaint + (near.isEmpty() ? "" : "; did you mean '" + near.get(0) + "'?");
    }

    private void printTrace(Throwable thrown) {
        if (root.debug) {
            thrown.printStackTrace(console.err());
        }
    }
}
