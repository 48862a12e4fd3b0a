package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.polybloom.tck.resp.RespInput;
import io.polybloom.tck.resp.RespOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a real server that answers in place of a script. The real server is not asked about the cluster,
 * since clients would then go to it directly.
 */
final class Passage implements ScriptedServer.Answers, AutoCloseable {

    private final Socket socket;
    private final RespInput in;
    private final RespOutput commands;
    private final Handshake handshake;

    Passage(ScriptedServer.Upstream server, Handshake handshake) throws IOException {
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

    /** Answers with an instant, or with the time of the real server plus a difference, or with its error. */
    void answerTime(Request request, @Nullable Instant stoppedAt, Duration difference, RespOutput out)
            throws IOException {
        if (stoppedAt != null) {
            writeTime(stoppedAt, out);
            return;
        }
        byte[] told = execute(request);
        if (!(new RespInput(new ByteArrayInputStream(told)).reply() instanceof List<?> parts)) {
            out.raw(told);
            return;
        }
        Instant time = Instant.ofEpochSecond(number(parts.get(0)), 1_000 * number(parts.get(1)))
                .plus(difference);
        writeTime(time, out);
    }

    private static void writeTime(Instant time, RespOutput out) throws IOException {
        out.line("*2");
        out.text(Long.toString(time.getEpochSecond()));
        out.text(Integer.toString(time.getNano() / 1_000));
    }

    private static long number(Object bytes) {
        return Long.parseLong(new String((byte[]) bytes, US_ASCII));
    }

    /** Lets a part of a command or of its reply through. After that, neither side may be served any more. */
    void cut(Request request, Cut cut, RespOutput out) throws IOException {
        if (cut.executed()) {
            byte[] reply = execute(request);
            out.raw(beginning(reply, Math.min(cut.bytes(), reply.length - 1)));
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
