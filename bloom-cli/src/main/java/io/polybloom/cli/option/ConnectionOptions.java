package io.polybloom.cli.option;

import io.polybloom.cli.server.Client;
import io.polybloom.cli.server.ServerAddresses;
import io.polybloom.cli.server.Session;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say where Redis is and which client talks to it. */
public final class ConnectionOptions {

    @Option(
            names = "--redis",
            paramLabel = "URI",
            converter = AddressConverter.class,
            description = {
                "The server: redis://[user:password@]host[:port][/db] or rediss://...; several with commas between them"
                        + " are independent servers; redis-cluster://host:port,host:port is a cluster.",
                "Without it, an embedded Redis runs as long as the command."
            })
    @Nullable
    ServerAddresses addresses;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Let the embedded Redis keep its data in this directory.")
    @Nullable
    Path dataDirectory;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            description = "The client to use: jedis (default), lettuce, redisson or vertx.")
    @Nullable
    Client client;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    /** Whether there may be filters from before: on a server that is not new and empty. */
    public boolean isLasting() {
        if (addresses != null && dataDirectory != null) {
            throw new ParameterException(commandLine(), "give either --redis or --data-dir, not both");
        }
        return addresses != null || dataDirectory != null;
    }

    /** Refuses a new and empty server, for commands that make sense with filters from before only. */
    public void requireLasting() {
        if (!isLasting()) {
            throw new ParameterException(commandLine(), "say where the filter is: --redis URI or --data-dir DIR");
        }
    }

    /** The number of independent servers that the options name. */
    public int servers() {
        return addresses == null ? 1 : addresses.independent();
    }

    public Session open() {
        return addresses != null ? Session.with(addresses) : Session.embedded(dataDirectory);
    }

    public Client client() {
        return client == null ? Client.JEDIS : client;
    }

    /** Returns the client that was asked for, or all of them if none was. */
    public List<Client> clients() {
        return client == null ? List.of(Client.values()) : List.of(client);
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
