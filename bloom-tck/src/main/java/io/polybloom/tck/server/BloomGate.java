package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.tck.resp.RespInput;
import io.polybloom.tck.resp.RespOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives a server that has no Bloom filters of its own the commands {@code BF.*}: it passes on all commands and replies,
 * but sends a script in place of each of these commands.
 */
final class BloomGate implements AutoCloseable {

    private static final Set<String> COMMANDS =
            Set.of("BF.RESERVE", "BF.ADD", "BF.MADD", "BF.INSERT", "BF.EXISTS", "BF.MEXISTS", "BF.INFO", "BF.CARD");

    private static final byte[] SCRIPT = script();

    private volatile @Nullable RedisServer server;
    private final Listener listener = new Listener(this::serve);

    /** Creates a gate that listens on a port; {@link #open} chooses the server behind it. */
    BloomGate() {}

    /** Begins to serve the clients that have connected, and all later ones. */
    BloomGate open(RedisServer to) {
        server = to;
        listener.start();
        return this;
    }

    int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
    }

    private void serve(Socket client) throws IOException {
        RedisServer behind = Objects.requireNonNull(server);
        try (Socket upstream = new Socket(behind.host(), behind.port())) {
            upstream.setTcpNoDelay(true);
            listener.startThread("requests", () -> passRequests(client, upstream));
            upstream.getInputStream().transferTo(client.getOutputStream());
        }
    }

    private static void passRequests(Socket client, Socket server) {
        try {
            RespInput in = new RespInput(client.getInputStream());
            RespOutput out = new RespOutput(server.getOutputStream());
            for (List<byte[]> parts = in.command(); parts != null; parts = in.command()) {
                out.command(translated(new Request(parts)));
                if (!in.hasMore()) {
                    out.flush();
                }
            }
            out.flush();
            server.shutdownOutput();
        } catch (IOException ended) {
            RespClient.closeQuietly(server);
        }
    }

    private static List<byte[]> translated(Request request) {
        if (!COMMANDS.contains(request.name()) || request.parts().size() < 2) {
            return request.parts();
        }
        List<byte[]> call = new ArrayList<>();
        call.add("EVAL".getBytes(UTF_8));
        call.add(SCRIPT);
        call.add("1".getBytes(UTF_8));
        call.add(request.parts().get(1));
        call.add(request.name().getBytes(UTF_8));
        call.addAll(request.parts().subList(2, request.parts().size()));
        return call;
    }

    private static byte[] script() {
        try (InputStream file = Objects.requireNonNull(BloomGate.class.getResourceAsStream("bloom-gate.lua"))) {
            return file.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
