package io.polybloom.cli.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis server as a child of a shell, which ends the server when this process ends, even by a kill: the shell then
 * reads the end of its input. The program and its settings are in a directory of the shell that is gone when the server
 * listens. Nothing else is in it, and it is the working directory of the server, which would read a dump that it finds
 * there.
 */
final class ServerProcess implements AutoCloseable {

    /** Where programs, libraries and temporary files are. Other variables have passwords, or settings of libraries. */
    private static final Pattern NEEDED = Pattern.compile("PATH|TMPDIR|(LD|DYLD)_.*");

    private static final String READY = "Ready to accept connections";

    /**
     * Neither the shell nor the server hears of Ctrl-C, since work in progress needs the server to its end: the shell
     * ignores signals, and the server gets a session of its own, or at least a group of processes.
     */
    private static final String KEEPER = """
            trap '' HUP INT QUIT TERM
            directory=$(mktemp -d) && cd "$directory" && directory=$(pwd) || exit 1
            trap 'rm -rf "$directory"' EXIT
            echo "$directory"
            read -r prepared || exit 0
            set -- "$directory/redis-server" "$directory/redis.conf"
            if command -v setsid >/dev/null; then
              set -- setsid "$@"
            elif command -v perl >/dev/null; then
              set -- perl -e 'setpgrp(0, 0); exec @ARGV' "$@"
            fi
            "$@" </dev/null &
            exec >/dev/null 2>&1
            read -r started
            rm -rf "$directory"
            [ -z "$started" ] || read -r ended
            kill $!
            wait $!
            """;

    private final Process keeper;
    private final Writer orders;

    private ServerProcess(Process keeper) {
        this.keeper = keeper;
        this.orders = keeper.outputWriter();
    }

    /** Puts the program of the server into a directory, and returns it. */
    interface Program {

        /** The program of this machine's architecture, out of a library. */
        Program EMBEDDED = directory ->
                ExecutableProvider.newJarResourceProvider(directory).get();

        /**
         * Returns the program.
         *
         * @param directory the directory into which the program may be copied
         */
        File in(File directory) throws IOException;
    }

    /**
     * Starts a server and waits until it listens.
     *
     * @param settings the lines of its configuration
     * @throws IOException if it does not start; the message ends with the last line that it has written
     */
    static ServerProcess start(Program program, List<String> settings) throws IOException {
        ProcessBuilder keeper = new ProcessBuilder("sh", "-c", KEEPER).redirectErrorStream(true);
        keeper.environment()
                .keySet()
                .removeIf(variable -> !NEEDED.matcher(variable).matches());
        ServerProcess server = new ServerProcess(keeper.start());
        try {
            server.await(program, settings);
            return server;
        } catch (IOException failure) {
            server.close();
            throw failure;
        }
    }

    /** Ends the server, which may still save its data, and waits for its end. */
    @Override
    public void close() throws IOException {
        orders.close();
        try {
            keeper.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the server ended");
        }
    }

    private void await(Program program, List<String> settings) throws IOException {
        BufferedReader output = keeper.inputReader();
        String directory = output.readLine();
        if (directory == null || !Files.isDirectory(Path.of(directory))) {
            throw new IOException("cannot make a temporary directory: " + directory);
        }
        Path target = Path.of(directory, "redis-server");
        Path given = program.in(new File(directory)).toPath();
        if (given.startsWith(directory)) {
            Files.move(given, target);
        } else {
            Files.copy(given, target);
        }
        Files.write(Path.of(directory, "redis.conf"), settings);
        order("prepared");
        List<String> lines = new ArrayList<>();
        String line = output.readLine();
        while (line != null && !line.contains(READY)) {
            lines.add(line);
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException(lines.isEmpty() ? "it ended without a message" : String.join(" ", lines));
        }
        order("started");
        drain(output);
    }

    private void order(String word) throws IOException {
        orders.write(word + "\n");
        orders.flush();
    }

    /** A server whose log is full would wait. */
    private static void drain(BufferedReader output) {
        Thread thread = new Thread(
                () -> {
                    try {
                        output.transferTo(Writer.nullWriter());
                    } catch (IOException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                "bloom-redis-log");
        thread.setDaemon(true);
        thread.start();
    }
}
