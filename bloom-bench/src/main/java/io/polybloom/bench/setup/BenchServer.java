package io.polybloom.bench.setup;

import io.polybloom.bench.run.ServerMeter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis server of our own on a free port of 127.0.0.1 or of another network, without persistence, and a connection to
 * ask it about itself.
 */
public final class BenchServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String UNGROUPED = "ungrouped";
    private static final List<String> SHOWN =
            List.of("save", "appendonly", "maxmemory", "io-threads", "hz", "activedefrag");

    private final Optional<Path> executable;
    private final Optional<Path> module;
    private final RedisServer server;
    private final String host;
    private final int port;
    private final Connection connection;

    private BenchServer(Optional<Path> executable, Optional<Path> module, RedisServer server, String host, int port) {
        this.executable = executable;
        this.module = module;
        this.server = server;
        this.host = host;
        this.port = port;
        this.connection = new Connection(host, port);
    }

    /**
     * Starts a server.
     *
     * @param executable a {@code redis-server}; the embedded one if there is none
     * @param module a module that it loads, if any
     */
    public static BenchServer start(Optional<Path> executable, Optional<Path> module) throws IOException {
        return start(executable, module, HOST, program -> program);
    }

    /** Starts another server of the same kind, in a network of its own; to be closed before the network is. */
    public BenchServer startIn(Network network) throws IOException {
        return start(executable, module, network.host(), network::launcher);
    }

    private interface Launching {
        Path launcher(Path program) throws IOException;
    }

    private static BenchServer start(Optional<Path> executable, Optional<Path> module, String host, Launching launching)
            throws IOException {
        int port = freePort();
        Path program = executable.isPresent()
                ? executable.get()
                : ExecutableProvider.newJarResourceProvider().get().toPath();
        Path launcher = launching.launcher(program);
        RedisServerBuilder builder = RedisServer.newRedisServer()
                .executableProvider(launcher::toFile)
                .bind(host)
                .port(port)
                .setting("save \"\"")
                .setting("appendonly no")
                .setting("protected-mode no");
        module.ifPresent(path -> builder.setting("loadmodule " + path.toAbsolutePath()));
        RedisServer server = builder.build();
        server.start();
        return new BenchServer(executable, module, server, host, port);
    }

    public int port() {
        return port;
    }

    /** Where clients find it. */
    public String uri() {
        return "redis://" + host + ":" + port;
    }

    /** Where clients find it whom it refuses groups of commands: the permission {@code MULTI} is missing. */
    public String uriWithoutGroups() {
        CommandArguments command = new CommandArguments(Command.ACL);
        for (String word : List.of("SETUSER", UNGROUPED, "on", ">" + UNGROUPED, "~*", "&*", "+@all", "-multi")) {
            command.add(word);
        }
        connection.executeCommand(new CommandObject<>(command, BuilderFactory.STRING));
        return "redis://" + UNGROUPED + ":" + UNGROUPED + "@" + host + ":" + port;
    }

    /**
     * Measures the resources that the server has used. Nobody else may ask about the server while the meter is read.
     */
    public ServerMeter meter() {
        return InfoMeter.of(connection);
    }

    /** Measures the cost of a piece of work in commands. */
    public CommandMeter commandMeter() {
        return new CommandMeter(connection);
    }

    /** Whether the server has the Bloom module. */
    public boolean hasBloomModule() {
        List<Object> answer = connection.executeCommand(new CommandObject<>(
                new CommandArguments(Command.COMMAND).add("INFO").add("BF.MADD"), BuilderFactory.RAW_OBJECT_LIST));
        return answer.get(0) instanceof List<?> known && !known.isEmpty();
    }

    /** The version and the settings that matter here. */
    public String description() {
        String info = connection.executeCommand(
                new CommandObject<>(new CommandArguments(Command.INFO).add("server"), BuilderFactory.STRING));
        String version = info.replaceAll("(?s).*redis_version:([^\r\n]*).*", "$1");
        List<String> settings = new ArrayList<>();
        for (String name : SHOWN) {
            settings.add(name + " \"" + setting(name) + "\"");
        }
        return "Redis " + version + " on " + host + ", " + String.join(", ", settings)
                + (hasBloomModule() ? ", with the Bloom module" : ", no Bloom module");
    }

    @Override
    public void close() throws IOException {
        connection.close();
        server.stop();
    }

    private String setting(String name) {
        List<String> answer = connection.executeCommand(new CommandObject<>(
                new CommandArguments(Command.CONFIG).add("GET").add(name), BuilderFactory.STRING_LIST));
        return answer.get(1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return probe.getLocalPort();
        }
    }
}
