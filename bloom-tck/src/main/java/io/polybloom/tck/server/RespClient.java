package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.resp.RespInput;
import io.polybloom.tck.resp.RespOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A blocking Redis client of a few lines (RESP2, one connection): the kit's own view into Redis, independent of the
 * client under test.
 *
 * <p>Replies are {@link Long}, {@code byte[]} (bulk string), {@link String} (status), {@link List} of these, or
 * {@code null}. Parts of a command are {@link String} (sent as UTF-8), {@code byte[]} or {@link Number}. When the
 * connection fails or a reply does not come in time, the client closes itself, since later replies could no longer be
 * told apart.
 *
 * <p>Not thread-safe: one client for one thread.
 */
public final class RespClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Only ends a wait that hangs. */
    private static final Duration PATIENT = Duration.ofMinutes(5);

    private final Socket socket;
    private final RespInput in;
    private final RespOutput out;

    private RespClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new RespInput(socket.getInputStream());
        this.out = new RespOutput(socket.getOutputStream());
    }

    /** Connects with a timeout of ten seconds for the connection and for each reply. */
    public static RespClient connect(String host, int port) {
        return connect(host, port, TIMEOUT);
    }

    /**
     * Connects.
     *
     * @param timeout how long to wait for the connection and for each reply, at least one millisecond
     * @throws UncheckedIOException if nobody listens there
     */
    public static RespClient connect(String host, int port, Duration timeout) {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
            return new RespClient(socket);
        } catch (IOException failure) {
            closeQuietly(socket);
            throw new UncheckedIOException("cannot connect to " + host + ":" + port, failure);
        }
    }

    /**
     * Sends one command and returns its reply.
     *
     * @throws RespError if the server answers with an error
     * @throws UncheckedIOException if the connection fails or the reply does not come in time
     */
    public @Nullable Object call(Object... parts) {
        Object reply = pipeline(List.of(List.of(parts))).get(0);
        if (reply instanceof RespError error) {
            throw error;
        }
        return reply;
    }

    /**
     * Sends all commands before it reads the first reply.
     *
     * @param commands the parts of each command
     * @return the replies in order; an error of the server is an element of type {@link RespError}
     * @throws UncheckedIOException if the connection fails or a reply does not come in time
     */
    public List<@Nullable Object> pipeline(List<? extends List<?>> commands) {
        send(commands);
        return receive(commands.size());
    }

    /**
     * Sends commands, whose replies are to be {@linkplain #receive received} later.
     *
     * @param commands the parts of each command
     * @throws UncheckedIOException if the connection fails before all of them are written
     */
    public void send(List<? extends List<?>> commands) {
        try {
            for (List<?> command : commands) {
                out.command(encode(command));
            }
            out.flush();
        } catch (IOException failure) {
            throw closed("not written to the end", failure);
        }
    }

    /**
     * Receives the next replies.
     *
     * @return the replies in order; an error of the server is an element of type {@link RespError}
     * @throws UncheckedIOException if the connection fails or a reply does not come in time
     */
    public List<@Nullable Object> receive(int count) {
        try {
            List<@Nullable Object> replies = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                replies.add(in.reply());
            }
            return replies;
        } catch (IOException failure) {
            throw closed("no answer", failure);
        }
    }

    private UncheckedIOException closed(String event, IOException failure) {
        closeQuietly(socket);
        return new UncheckedIOException(event + ": " + socket.getRemoteSocketAddress(), failure);
    }

    /** Sends one command and returns its reply as text: a bulk string is read as UTF-8, nil is {@code null}. */
    public @Nullable String text(Object... parts) {
        Object reply = call(parts);
        if (reply instanceof byte[] bytes) {
            return new String(bytes, UTF_8);
        }
        return reply == null ? null : reply.toString();
    }

    /** Sends one command whose reply is an integer. */
    public long integer(Object... parts) {
        return (Long) present(parts);
    }

    /** Sends one command whose reply is a text, never nil. */
    public String line(Object... parts) {
        Object reply = present(parts);
        return reply instanceof byte[] bytes ? new String(bytes, UTF_8) : reply.toString();
    }

    /** Sends one command whose reply is an array. */
    public List<?> list(Object... parts) {
        return (List<?>) present(parts);
    }

    private Object present(Object... parts) {
        return Objects.requireNonNull(call(parts), () -> "nil is no reply to " + parts[0]);
    }

    /** Returns the names of all keys that match a pattern of {@code SCAN}, sorted. */
    public List<String> keys(String pattern) {
        return Keyspace.keys(this, pattern);
    }

    /**
     * Returns the names of all keys that match a pattern of {@code SCAN}, sorted, as soon as none of them is about to
     * expire. What a write has created in place of a lost partition is replaced by a key that expires at once, so it is
     * gone a moment later.
     */
    public List<String> keysThatStay(String pattern) {
        return Keyspace.keysThatStay(this, pattern);
    }

    /**
     * Describes everything stored in the selected database. Two equal snapshots mean that nothing has changed between
     * them: contents are included (long ones as SHA-256), and whether a key expires, but not when.
     *
     * @return name of the key to its type, content and time to live; bytes that are not printable ASCII as {@code \xNN}
     */
    public SortedMap<String, String> snapshot() {
        return Keyspace.snapshot(this);
    }

    /**
     * Returns how often the server has executed a command since it started or since {@code CONFIG RESETSTAT}, for any
     * client: the proof that a command was not sent twice.
     *
     * @param command its name, such as {@code "bitfield"}
     */
    public long executions(String command) {
        String start = "cmdstat_" + command.toLowerCase(Locale.ROOT) + ":calls=";
        for (String line : line("INFO", "commandstats").split("\r\n")) {
            if (line.startsWith(start)) {
                return Long.parseLong(line.substring(start.length(), line.indexOf(',')));
            }
        }
        return 0;
    }

    /** Waits until this server, a replica, has the data of its primary. */
    public void awaitDataOfPrimary() {
        Await.until(
                "the replica has the data of its primary",
                PATIENT,
                () -> line("INFO", "replication").contains("master_link_status:up"));
    }

    /**
     * Waits until replicas of this server have all that any client has written so far.
     *
     * @return how many have it, which are fewer than the given number only if that takes a minute
     */
    public long replicasWithAllWrites(int awaited) {
        // WAIT waits for the writes of its own connection, and with them for all that came before.
        call("SET", "last write", "");
        return integer("WAIT", awaited, TIMEOUT.toMillis());
    }

    /** Lets the server log the commands of all its clients, from now on and without those before. */
    public void startLog() {
        call("CONFIG", "SET", "slowlog-max-len", 100_000);
        call("CONFIG", "SET", "slowlog-log-slower-than", 0);
        call("SLOWLOG", "RESET");
    }

    /**
     * Returns how many commands have written bits since {@link #startLog()}: each {@code BITFIELD} with a {@code SET}
     * near its beginning. Look-ups are commands of the same name, so {@link #executions(String)} would count them, too.
     */
    public long bitWrites() {
        long writes = 0;
        for (Object entry : list("SLOWLOG", "GET", 100_000)) {
            List<?> parts = (List<?>) ((List<?>) entry).get(3);
            boolean sets =
                    parts.stream().skip(2).anyMatch(part -> "SET".equalsIgnoreCase(new String((byte[]) part, UTF_8)));
            writes += sets && "BITFIELD".equalsIgnoreCase(new String((byte[]) parts.get(0), UTF_8)) ? 1 : 0;
        }
        return writes;
    }

    /** Closes the connection. */
    @Override
    public void close() {
        closeQuietly(socket);
    }

    private static List<byte[]> encode(List<?> command) {
        List<byte[]> parts = new ArrayList<>(command.size());
        for (Object part : command) {
            if (part instanceof byte[] bytes) {
                parts.add(bytes);
            } else if (part instanceof String || part instanceof Number) {
                parts.add(part.toString().getBytes(UTF_8));
            } else {
                throw new IllegalArgumentException("neither String, byte[] nor Number: " + part);
            }
        }
        return parts;
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException leftover) {
            // The socket is given up; no reply that anybody waits for can be lost by this.
        }
    }
}
