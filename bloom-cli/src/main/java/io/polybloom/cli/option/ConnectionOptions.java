package io.polybloom.cli.option;

import io.polybloom.cli.console.Console;
import io.polybloom.cli.server.Client;
import io.polybloom.cli.server.ServerAddresses;
import io.polybloom.cli.server.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say where Redis is and which client talks to it. */
public final class ConnectionOptions {

    private static final String ADDRESS_VARIABLE = "REDIS_URL";

    @Option(
            names = "--redis",
            paramLabel = "URI",
            converter = AddressConverter.class,
            description = {
                "The server (default: the environment variable " + ADDRESS_VARIABLE
                        + "; if it is not set, an embedded Redis that ends with the command):",
                "redis://[user:password@]host[:port][/db]",
                "or several of these, separated by commas, for independent servers;",
                "redis-cluster://host:port,host:port",
                "for a cluster;",
                "redis-sentinel://host:port,host:port[/db]#NAME",
                "for the primary that sentinels know as NAME.",
                "With TLS: rediss, rediss-cluster, rediss-sentinel."
            })
    @Nullable
    ServerAddresses addresses;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "The directory in which the embedded Redis keeps its data (default: none; the data ends"
                    + " with the command).")
    @Nullable
    Path dataDirectory;

    @Mixin
    SecurityOptions security;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            description = "The Redis client: jedis, lettuce, redisson or vertx (default: jedis; in demo, all four).")
    @Nullable
    Client client;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    /** Whether there may be filters from before: on a server that is not new and empty. */
    public boolean isLasting() {
        if (addresses != null && dataDirectory != null) {
            throw new ParameterException(commandLine(), "give either --redis or --data-dir, not both");
        }
        return dataDirectory != null || named() != null;
    }

    /** Refuses a new and empty server, for commands that make sense with filters from before only. */
    public void requireLasting() {
        if (!isLasting()) {
            throw new ParameterException(commandLine(), "no server is named: use --redis URI or --data-dir DIR");
        }
    }

    /** The number of independent servers that the options name. */
    public int servers() {
        ServerAddresses named = named();
        return named == null ? 1 : named.independent();
    }

    /** Returns a session that has not connected yet. Starts the embedded server if the options name no server. */
    public Session open() {
        ServerAddresses named = named();
        if (named != null) {
            return Session.with(security.secure(named), console());
        }
        security.refuse();
        return Session.embedded(dataDirectory, console());
    }

    /** Opens the servers for a command that changes nothing, and so makes no data directory. */
    public Session openToRead() {
        return addresses == null && dataDirectory != null ? Session.embeddedToRead(dataDirectory, console()) : open();
    }

    public Client client() {
        return client == null ? Client.JEDIS : client;
    }

    /** Returns the client that was asked for, or all of them if none was. */
    public List<Client> clients() {
        return client == null ? List.of(Client.values()) : List.of(client);
    }

    /** Returns the first address that a command was given, by an option or by the environment. */
    public static Optional<ServerAddresses> address(CommandSpec command, Environment environment) {
        for (OptionSpec option : command.options()) {
            if (option.getValue() instanceof ServerAddresses given) {
                return Optional.of(given);
            }
        }
        String variable = environment.variable(ADDRESS_VARIABLE);
        return variable == null || variable.isEmpty() ? Optional.empty() : Optional.of(ServerAddresses.parse(variable));
    }

    /** Returns the servers that the option or, unless there is a directory for data, the environment names. */
    private @Nullable ServerAddresses named() {
        if (addresses != null || dataDirectory != null) {
            return addresses;
        }
        String variable = Environment.of(command).variable(ADDRESS_VARIABLE);
        try {
            return variable == null || variable.isEmpty() ? null : ServerAddresses.parse(variable);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(commandLine(), ADDRESS_VARIABLE + ": " + wrong.getMessage(), wrong);
        }
    }

    private Console console() {
        return Environment.of(command).console();
    }

    private CommandLine commandLine() {
        return command.commandLine();
    }

    /** Lets the complaint of the parser reach the user. */
    public static final class AddressConverter implements ITypeConverter<ServerAddresses> {

        @Override
        public ServerAddresses convert(String text) {
            try {
                return ServerAddresses.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
