package io.polybloom.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * A network namespace with one cable to this machine's own network, which carries a limited number of bits in each
 * direction: a {@code veth} pair with a token bucket at both ends. Removed by {@link #close}, and by the end of the
 * process if that comes first, for example by Ctrl-C. Needs Linux, root and iproute2.
 */
public final class Network implements AutoCloseable {

    /**
     * Addresses for measurements between networks (RFC 2544), which nobody routes: a block of four for each network.
     */
    private static final int ADDRESSES = 198 << 24 | 18 << 16;

    private static final int BLOCKS = 1 << 15;
    private static final int OF_A_BLOCK = 4;

    private final String name;
    private final String host;
    private final Thread atExit = new Thread(this::remove, "removal of a network");

    private Network(int number) {
        name = "bloom-" + number;
        host = address(number, 2);
    }

    /**
     * Makes a network.
     *
     * @param gigabits the most Gbit/s in each direction; empty for no limit
     * @throws IOException if this process may not make one, or a tool is missing; the message says what was refused
     */
    public static Network open(OptionalInt gigabits) throws IOException {
        int number = (int) (ProcessHandle.current().pid() % BLOCKS);
        Network network = new Network(number);
        try {
            run("ip", "netns", "add", network.name);
        } catch (IOException refused) {
            throw new IOException(
                    "a limited network needs Linux, root and iproute2 (ip and tc): " + refused.getMessage(), refused);
        }
        Runtime.getRuntime().addShutdownHook(network.atExit);
        try {
            network.connect(number, gigabits);
            return network;
        } catch (IOException | RuntimeException failed) {
            network.close();
            throw failed;
        }
    }

    /** Returns the address of a server in the namespace. */
    String host() {
        return host;
    }

    /** Writes a script that runs a program in the namespace; the script becomes the program, so signals reach it. */
    Path launcher(Path program) throws IOException {
        Path script = Files.createTempFile(
                name, ".sh", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        script.toFile().deleteOnExit();
        Files.writeString(
                script,
                "#!/bin/sh\nexec ip netns exec " + name + " '" + program.toAbsolutePath() + "' \"$@\"\n",
                StandardCharsets.UTF_8);
        return script;
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // The process is ending, and may have run the hook before: removing the network twice does no harm.
        }
    }

    private void connect(int number, OptionalInt gigabits) throws IOException {
        String near = name + "-a";
        String far = name + "-b";
        run("ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
        run("ip", "address", "add", address(number, 1) + "/30", "dev", near);
        run("ip", "link", "set", near, "up");
        runInside("ip", "address", "add", host + "/30", "dev", far);
        runInside("ip", "link", "set", far, "up");
        if (gigabits.isPresent()) {
            run(limit(near, gigabits.getAsInt()));
            runInside(limit(far, gigabits.getAsInt()));
        }
    }

    private static String[] limit(String device, int gigabits) {
        String rate = gigabits + "gbit";
        return new String[] {
            "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", "256kb", "latency", "50ms"
        };
    }

    private static String address(int number, int last) {
        int address = ADDRESSES + number * OF_A_BLOCK + last;
        return String.format(
                Locale.ROOT, "%d.%d.%d.%d", address >>> 24, address >> 16 & 0xff, address >> 8 & 0xff, address & 0xff);
    }

    /** A server that still runs keeps the namespace, but without its cable, until it ends. */
    private void remove() {
        for (List<String> command :
                List.of(List.of("ip", "link", "delete", name + "-a"), List.of("ip", "netns", "delete", name))) {
            try {
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
            } catch (IOException missing) {
                throw new IllegalStateException(String.join(" ", command), missing);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void runInside(String... command) throws IOException {
        List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", name));
        inside.addAll(List.of(command));
        run(inside.toArray(String[]::new));
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IOException("'" + String.join(" ", command) + "' ended with " + exit + ": " + said);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }
}
