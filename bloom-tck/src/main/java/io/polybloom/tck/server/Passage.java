package io.polybloom.tck.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * A connection to a real server that answers in place of a script. It is not asked about the cluster, since clients would
 * then go to the real server directly.
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
        commands.command(request.parts());
        commands.flush();
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        in.copyReply(reply);
        out.raw(reply.toByteArray());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
