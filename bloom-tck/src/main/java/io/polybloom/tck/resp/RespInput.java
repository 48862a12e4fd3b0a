package io.polybloom.tck.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the Redis protocol: replies for a client, commands for a server, whole frames for code that passes them on. */
public final class RespInput {

    private final BufferedInputStream in;

    /** Reads from a stream. */
    public RespInput(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Returns whether more bytes have already arrived. */
    public boolean hasMore() throws IOException {
        return in.available() > 0;
    }

    /** Reads a RESP2 reply: Long, byte[], String, List, null, or a RespError that is returned, not thrown. */
    @Nullable
    public Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '+':
                return rest;
            case '-':
                return new RespError(rest);
            case ':':
                return Long.valueOf(rest);
            case '$':
                return bulk(Integer.parseInt(rest));
            case '*':
                return array(Integer.parseInt(rest));
            default:
                throw new IOException("not a RESP2 reply: " + line);
        }
    }

    /** Reads a command, an array of bulk strings; null when the client has left. */
    @Nullable
    public List<byte[]> command() throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            return null;
        }
        in.reset();
        String header = line();
        if (header.charAt(0) != '*') {
            throw new IOException("not a command: " + header);
        }
        int length = size(header);
        List<byte[]> parts = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            byte[] part = bulk(size(line()));
            if (part == null) {
                throw new IOException("nil cannot be part of a command");
            }
            parts.add(part);
        }
        return parts;
    }

    /** Copies the bytes of one reply, RESP2 or RESP3, attributes included. */
    public void copyReply(ByteArrayOutputStream target) throws IOException {
        String line = line();
        target.writeBytes((line + "\r\n").getBytes(ISO_8859_1));
        switch (line.charAt(0)) {
            case '$', '!', '=':
                copyBytes(size(line), target);
                break;
            case '*', '~', '>':
                copyReplies(size(line), target);
                break;
            case '%':
                copyReplies(2 * size(line), target);
                break;
            case '|':
                copyReplies(2 * size(line) + 1, target);
                break;
            default:
                break;
        }
    }

    private void copyReplies(int count, ByteArrayOutputStream target) throws IOException {
        for (int i = 0; i < count; i++) {
            copyReply(target);
        }
    }

    private void copyBytes(int length, ByteArrayOutputStream target) throws IOException {
        if (length >= 0) {
            target.writeBytes(bytes(length + 2));
        }
    }

    private static int size(String line) {
        return Integer.parseInt(line.substring(1));
    }

    private @Nullable List<@Nullable Object> array(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        List<@Nullable Object> elements = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            elements.add(reply());
        }
        return elements;
    }

    private byte @Nullable [] bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = bytes(length);
        bytes(2);
        return bytes;
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended within a reply");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended" + (line.size() == 0 ? "" : " within a reply"));
            }
            line.write(next);
        }
        bytes(1);
        if (line.size() == 0) {
            throw new IOException("an empty line is not a reply");
        }
        return line.toString(ISO_8859_1);
    }
}
