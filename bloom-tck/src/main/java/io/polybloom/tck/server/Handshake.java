package io.polybloom.tck.server;

import io.polybloom.tck.resp.RespOutput;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * Answers the commands that clients send on their own, before and between those of their users, as a healthy Redis 7
 * that is a cluster of one to every client that asks.
 */
final class Handshake implements ScriptedServer.Answers {

    private static final Set<String> COMMANDS = Set.of(
            "HELLO",
            "AUTH",
            "CLIENT",
            "PING",
            "ECHO",
            "SELECT",
            "INFO",
            "COMMAND",
            "CLUSTER",
            "READONLY",
            "READWRITE",
            "ASKING",
            "PUBSUB",
            "QUIT");
    private static final String NODE_ID = "0123456789abcdef0123456789abcdef01234567";
    private static final String VERSION = "7.0.15";
    private static final String INFO = "# Server\r\nredis_version:" + VERSION + "\r\nredis_mode:standalone\r\n"
            + "# Persistence\r\nloading:0\r\n# Replication\r\nrole:master\r\nconnected_slaves:0\r\n";

    private final int port;

    /** Answers for a server on this port. */
    Handshake(int port) {
        this.port = port;
    }

    static boolean covers(Request request) {
        return COMMANDS.contains(request.name()) || isClusterProbe(request);
    }

    /** Redisson finds out by a script over two slots whether a single server belongs to a cluster. */
    private static boolean isClusterProbe(Request request) {
        return request.name().equals("EVAL")
                && request.text(3).equals("test1")
                && request.text(4).equals("test2");
    }

    @Override
    public void answer(Request request, RespOutput out) throws IOException {
        switch (request.name()) {
            case "HELLO" -> hello(request.text(1), out);
            case "CLIENT" -> client(request.text(1), out);
            case "PING" -> ping(request, out);
            case "ECHO" -> out.text(request.text(1));
            case "INFO" -> out.text(INFO);
            case "COMMAND", "PUBSUB" -> out.line("*0");
            case "CLUSTER" -> cluster(request, out);
            case "EVAL" -> out.line("$-1");
            default -> out.line("+OK");
        }
    }

    /** Accepts RESP3 as a real server does, since some clients are configured to speak nothing else. */
    private void hello(String protocol, RespOutput out) throws IOException {
        if (protocol.equals("3")) {
            out.line("%7");
        } else if (protocol.equals("2") || protocol.isEmpty()) {
            out.line("*14");
        } else {
            out.line("-NOPROTO unsupported protocol version");
            return;
        }
        out.text("server");
        out.text("redis");
        out.text("version");
        out.text(VERSION);
        out.text("proto");
        out.line(":" + (protocol.isEmpty() ? "2" : protocol));
        out.text("id");
        out.line(":1");
        out.text("mode");
        out.text("standalone");
        out.text("role");
        out.text("master");
        out.text("modules");
        out.line("*0");
    }

    private void client(String subcommand, RespOutput out) throws IOException {
        switch (subcommand.toUpperCase(Locale.ROOT)) {
            case "ID" -> out.line(":1");
            case "GETNAME" -> out.text("");
            case "INFO", "LIST" -> out.text("id=1 addr=" + Ports.HOST + ":1 name= db=0\n");
            default -> out.line("+OK");
        }
    }

    private void ping(Request request, RespOutput out) throws IOException {
        if (request.parts().size() > 1) {
            out.bulk(request.parts().get(1));
        } else {
            out.line("+PONG");
        }
    }

    private void cluster(Request request, RespOutput out) throws IOException {
        switch (request.text(1).toUpperCase(Locale.ROOT)) {
            case "SLOTS" -> slots(out);
            case "NODES" ->
                out.text(NODE_ID + " " + Ports.HOST + ":" + port + "@" + (port + 10_000)
                        + " myself,master - 0 0 1 connected 0-" + (HashSlot.COUNT - 1) + "\n");
            case "INFO" ->
                out.text("cluster_enabled:1\r\ncluster_state:ok\r\ncluster_slots_assigned:" + HashSlot.COUNT
                        + "\r\ncluster_known_nodes:1\r\ncluster_size:1\r\n");
            case "MYID" -> out.text(NODE_ID);
            case "KEYSLOT" -> out.line(":" + HashSlot.of(request.parts().get(2)));
            default -> out.line("-ERR unknown subcommand '" + request.text(1) + "'");
        }
    }

    private void slots(RespOutput out) throws IOException {
        out.line("*1");
        out.line("*3");
        out.line(":0");
        out.line(":" + (HashSlot.COUNT - 1));
        out.line("*3");
        out.text(Ports.HOST);
        out.line(":" + port);
        out.text(NODE_ID);
    }
}
