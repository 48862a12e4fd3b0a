package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes the Redis protocol: the commands of a client and the replies of a server. */
final class RespOutput {

    private static final byte[] LINE_END = {'\r', '\n'};

    private final BufferedOutputStream out;

    RespOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out, 1 << 16);
    }

    void command(List<byte[]> parts) throws IOException {
        line("*" + parts.size());
        for (byte[] part : parts) {
            bulk(part);
        }
    }

    void bulk(byte[] bytes) throws IOException {
        line("$" + bytes.length);
        out.write(bytes);
        out.write(LINE_END);
    }

    void text(String text) throws IOException {
        bulk(text.getBytes(UTF_8));
    }

    /** Writes one line of the protocol as it is, with its type character. */
    void line(String line) throws IOException {
        out.write(line.getBytes(ISO_8859_1));
        out.write(LINE_END);
    }

    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    void flush() throws IOException {
        out.flush();
    }
}
