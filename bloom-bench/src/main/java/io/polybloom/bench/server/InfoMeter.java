package io.polybloom.bench.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/**
 * Reads in {@code INFO} what servers have used since they started, all of them together. Its own commands and their
 * replies are not counted; those of anybody else on the same connections are. Not thread-safe.
 */
public final class InfoMeter {

    private final List<Node> nodes = new ArrayList<>();

    InfoMeter(List<Connection> connections) {
        connections.forEach(connection -> nodes.add(new Node(connection)));
    }

    /** Reads the meter before a piece of work: the time last, so that the work is not charged for the other reading. */
    public ServerUse before() {
        return nodes.stream().map(node -> node.traffic().plus(node.time())).reduce(ServerUse.NONE, ServerUse::plus);
    }

    /** Reads the meter after a piece of work: the time first. */
    public ServerUse after() {
        return nodes.stream().map(node -> node.time().plus(node.traffic())).reduce(ServerUse.NONE, ServerUse::plus);
    }

    /** Returns the memory of the servers in bytes, as {@code used_memory} tells. */
    public long memory() {
        return nodes.stream()
                .mapToLong(node -> Node.number(node.info("memory"), "used_memory"))
                .sum();
    }

    private static final class Node {

        /** A bulk string is {@code $length}, the text, and a line end after both. */
        private static final int MARK_AND_LINE_ENDS = 1 + 2 + 2;

        private final Connection connection;
        private long ownIn;
        private long ownOut;
        private long ownCommands;

        Node(Connection connection) {
            this.connection = connection;
        }

        /** The time of all threads of the process. */
        ServerUse time() {
            String info = info("cpu");
            double seconds =
                    Double.parseDouble(value(info, "used_cpu_sys")) + Double.parseDouble(value(info, "used_cpu_user"));
            return new ServerUse(seconds * 1e6, 0, 0, 0);
        }

        /** When the server answers, it has received this question, but not yet sent the answer or counted it. */
        ServerUse traffic() {
            long sentBefore = ownOut;
            long commandsBefore = ownCommands;
            String info = info("stats");
            return new ServerUse(
                    0,
                    number(info, "total_net_input_bytes") - ownIn,
                    number(info, "total_net_output_bytes") - sentBefore,
                    number(info, "total_commands_processed") - commandsBefore);
        }

        String info(String section) {
            String reply = connection.executeCommand(
                    new CommandObject<>(new CommandArguments(Command.INFO).add(section), BuilderFactory.STRING));
            ownIn += "*2\r\n$4\r\nINFO\r\n".length() + lengthOnTheWire(section);
            ownOut += lengthOnTheWire(reply);
            ownCommands++;
            return reply;
        }

        private static int lengthOnTheWire(String bulk) {
            int length = bulk.getBytes(StandardCharsets.UTF_8).length;
            return Integer.toString(length).length() + length + MARK_AND_LINE_ENDS;
        }

        static long number(String info, String name) {
            return Long.parseLong(value(info, name));
        }

        private static String value(String info, String name) {
            return info.lines()
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("INFO does not tell " + name + ": " + info));
        }
    }
}
