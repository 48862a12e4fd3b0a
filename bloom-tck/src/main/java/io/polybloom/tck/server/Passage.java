package io.polybloom.tck.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;

/**
 * A connection to a real server that answers in place of a script. It is not asked about the cluster, since clients
 * would then go to the real server directly.
 */
final class Passage implements ScriptedServer.Answers, AutoCloseable {

    private final Socket socket;
    private final RespInput in;
    private final RespOutput commands;
    private final Handshake handshake;

    Passage(RedisServer server, Handshake handshake) throws IOException {
        this.handshake = handshake;
        socket = new Socket(server.host(), server.port());
        socket.setTcpNoDelay(true);
        in = new RespInput(socket.getInputStream());
        commands = new RespOutput(socket.getOutputStream());
    }

    @Override
    public void answer(Request request, RespOutput out) throws IOException {
        if (request.name().equals("CLUSTER")) {
            handshake.answer(request, out);
            return;
        }
        out.raw(execute(request));
    }

    /** Lets a part of a command or of its reply through, after which neither side may be served any more. */
    void cut(Request request, Cut cut, RespOutput out) throws IOException {
        if (cut.executed()) {
            out.raw(beginning(execute(request), cut.bytes()));
            return;
        }
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        RespOutput encoder = new RespOutput(command);
        encoder.command(request.parts());
        encoder.flush();
        socket.getOutputStream().write(beginning(command.toByteArray(), cut.bytes()));
    }

    private byte[] execute(Request request) throws IOException {
        commands.command(request.parts());
        commands.flush();
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        in.copyReply(reply);
        return reply.toByteArray();
    }

    private static byte[] beginning(byte[] whole, int length) {
        if (length >= whole.length) {
            throw new IllegalArgumentException("no part of " + whole.length + " bytes: " + length);
        }
        return Arrays.copyOf(whole, length);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
