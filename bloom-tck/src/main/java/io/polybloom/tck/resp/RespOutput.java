package io.polybloom.tck.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes the Redis protocol: the commands of a client and the replies of a server. */
public final class RespOutput {

    private static final byte[] LINE_END = {'\r', '\n'};

    private final BufferedOutputStream out;

    /** Writes to a stream. */
    public RespOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out, 1 << 16);
    }

    /** Writes a command, an array of bulk strings. */
    public void command(List<byte[]> parts) throws IOException {
        line("*" + parts.size());
        for (byte[] part : parts) {
            bulk(part);
        }
    }

    /** Writes a bulk string. */
    public void bulk(byte[] bytes) throws IOException {
        line("$" + bytes.length);
        out.write(bytes);
        out.write(LINE_END);
    }

    /** Writes a text as a bulk string. */
    public void text(String text) throws IOException {
        bulk(text.getBytes(UTF_8));
    }

    /** Writes one line of the protocol as it is, with its type character. */
    public void line(String line) throws IOException {
        out.write(line.getBytes(ISO_8859_1));
        out.write(LINE_END);
    }

    /** Writes bytes that are a part of the protocol already. */
    public void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    /** Flushes the output. */
    public void flush() throws IOException {
        out.flush();
    }
}
