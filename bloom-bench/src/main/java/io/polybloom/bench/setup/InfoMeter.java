package io.polybloom.bench.setup;

import io.polybloom.bench.run.ProcessorClock;
import io.polybloom.bench.run.ServerMeter;
import io.polybloom.bench.run.ServerUse;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/**
 * Reads {@code INFO cpu} and {@code INFO stats} of one server. Its own commands and their replies are taken out of the
 * bytes; those of anybody else on the same connection are not. Not thread-safe.
 */
final class InfoMeter implements ServerMeter {

    private static final String CPU = "cpu";
    private static final String STATS = "stats";

    /** A bulk string is {@code $length}, the text, and a line end after both. */
    private static final int MARK_AND_LINE_ENDS = 1 + 2 + 2;

    private final Connection connection;
    private long ownIn;
    private long ownOut;

    private InfoMeter(Connection connection) {
        this.connection = connection;
    }

    static ServerMeter of(Connection connection) {
        return new InfoMeter(connection);
    }

    @Override
    public ServerUse before() {
        ServerUse bytes = bytes();
        return new ServerUse(micros(), bytes.bytesIn(), bytes.bytesOut());
    }

    @Override
    public ServerUse after() {
        long micros = micros();
        ServerUse bytes = bytes();
        return new ServerUse(micros, bytes.bytesIn(), bytes.bytesOut());
    }

    private long micros() {
        return ProcessorClock.microsIn(info(CPU));
    }

    /** The server has received this question when it answers, but not yet sent the answer. */
    private ServerUse bytes() {
        long sentBefore = ownOut;
        String stats = info(STATS);
        return new ServerUse(
                0,
                value(stats, "total_net_input_bytes:") - ownIn,
                value(stats, "total_net_output_bytes:") - sentBefore);
    }

    private String info(String section) {
        String reply = connection.executeCommand(
                new CommandObject<>(new CommandArguments(Command.INFO).add(section), BuilderFactory.STRING));
        ownIn += "*2\r\n$4\r\nINFO\r\n".length() + lengthOnTheWire(section);
        ownOut += lengthOnTheWire(reply);
        return reply;
    }

    private static int lengthOnTheWire(String bulk) {
        int length = bulk.getBytes(StandardCharsets.UTF_8).length;
        return Integer.toString(length).length() + length + MARK_AND_LINE_ENDS;
    }

    private static long value(String info, String name) {
        for (String line : info.split("\r?\n")) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()));
            }
        }
        throw new IllegalArgumentException("INFO stats does not tell " + name + " " + info);
    }
}
