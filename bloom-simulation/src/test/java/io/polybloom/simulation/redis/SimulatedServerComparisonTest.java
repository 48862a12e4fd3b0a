package io.polybloom.simulation.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sends the same commands to both and compares every reply, and then all keys. Expiries lie in the past or far in the
 * future, and from Redis 7 on their instants are compared.
 */
class SimulatedServerComparisonTest {

    private static final int SEQUENCES = 200;
    private static final int COMMANDS_OF_A_SEQUENCE = 100;
    private static final List<String> KEYS = List.of("a", "b", "c");

    private static @Nullable RedisServer server;
    private static @Nullable RespClient client;
    private static boolean isSeven;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = server.client();
        isSeven = !client.text("INFO", "server").contains("redis_version:6.");
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Test
    void answersAsARealServerDoes() {
        for (int seed = 0; seed < SEQUENCES; seed++) {
            client.call("FLUSHALL");
            Session simulated = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE));
            RandomCommands commands = new RandomCommands(seed, isSeven);
            List<List<String>> sent = new ArrayList<>();
            for (int i = 0; i < COMMANDS_OF_A_SEQUENCE; i++) {
                List<String> command = commands.next();
                sent.add(command);
                compare(seed, sent, simulated, command);
            }
            for (String key : KEYS) {
                for (String question : List.of("TYPE", "GET", "HGETALL", isSeven ? "PEXPIRETIME" : "PTTL")) {
                    compare(seed, sent, simulated, List.of(question, key));
                }
            }
        }
    }

    @Test
    void readsNumbersAsARealServerDoes() {
        client.call("FLUSHALL");
        Session simulated = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE));
        List<List<String>> sent = new ArrayList<>();
        for (String number : List.of(
                "0",
                "-0",
                "00",
                "07",
                "7",
                "+7",
                "-7",
                "--7",
                "-",
                "",
                " 7",
                "7 ",
                "7x",
                "9223372036854775807",
                "9223372036854775808",
                "-9223372036854775808",
                "-9223372036854775809",
                "9999999999999999999",
                "10000000000000000000",
                "-10000000000000000000")) {
            for (List<String> command : List.of(
                    List.of("BITFIELD", "a", "SET", "i64", "0", number, "GET", "i64", "0"),
                    List.of("BITFIELD", "b", "GET", "u" + number, "0"),
                    List.of("BITFIELD", "b", "GET", "u8", number),
                    // A long number overflows in Redis when it is multiplied by the width.
                    List.of("BITFIELD", "b", "GET", "u8", number.length() > 3 ? number : "#" + number),
                    List.of("GETRANGE", "a", "0", number))) {
                sent.add(command);
                compare(0, sent, simulated, command);
            }
        }
        for (String type : List.of("", "u", "i", "u0", "u63", "u64", "i64", "i65", "8", "x8")) {
            List<String> command = List.of("BITFIELD", "b", "GET", type, "0");
            sent.add(command);
            compare(0, sent, simulated, command);
        }
    }

    /** The strings differ, since a real server has a shorter form for small counters. The answers do not. */
    @Test
    void countsAsARealServerDoes() {
        for (int seed = 0; seed < 20; seed++) {
            client.call("FLUSHALL");
            Session simulated = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE));
            Random random = new Random(seed);
            List<List<String>> sent = new ArrayList<>();
            for (int i = 0; i < COMMANDS_OF_A_SEQUENCE; i++) {
                List<String> command = new ArrayList<>(
                        List.of(List.of("PFADD", "PFADD", "PFCOUNT", "PFMERGE").get(random.nextInt(4))));
                int keys = command.get(0).equals("PFADD") ? 1 : 1 + random.nextInt(3);
                for (int key = 0; key < keys; key++) {
                    command.add(KEYS.get(random.nextInt(KEYS.size())));
                }
                for (int left = command.get(0).equals("PFADD") ? random.nextInt(200) : 0; left > 0; left--) {
                    command.add("x".repeat(random.nextInt(20)) + random.nextInt(10_000));
                }
                sent.add(command);
                compare(seed, sent, simulated, command);
            }
        }
        client.call("FLUSHALL");
        Session simulated = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE));
        List<List<String>> sent = new ArrayList<>();
        for (String line : List.of(
                "PFADD",
                "PFCOUNT",
                "SET a text",
                "PFADD a x",
                "PFCOUNT b a",
                "PFMERGE b a",
                "EXISTS b",
                "SET a HYLL",
                "PFCOUNT a",
                "DEL a",
                "HSET a f v",
                "PFADD a x",
                "PFMERGE a",
                "PFADD b",
                "PFADD b",
                "PFMERGE c b",
                "PFCOUNT c",
                "EXISTS c")) {
            List<String> command = List.of(line.split(" "));
            sent.add(command);
            compare(0, sent, simulated, command);
        }
    }

    @Test
    void executesTransactionsAsARealServerDoes() {
        client.call("FLUSHALL");
        Session simulated = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE));
        List<List<String>> sent = new ArrayList<>();
        for (String line : List.of(
                "EXEC",
                "DISCARD",
                "MULTI",
                "SET a 1",
                "HSET a f 1",
                "BITFIELD b SET u8 0 7 GET u8 0",
                "PEXPIREAT a 1",
                "EXEC",
                "GET a",
                "MULTI",
                "SET a 2",
                "DISCARD",
                "GET a",
                "MULTI",
                "EXEC",
                // An exchange: of a partition that is there, of one that is not, and of one that expires.
                "SETBIT a 80 1",
                "MULTI",
                "SET a:add x PX 60000",
                "PTTL a",
                "GETRANGE a 0 10",
                "BITOP OR a a a:add",
                "UNLINK a:add",
                "EXEC",
                "GET a",
                "MULTI",
                "SET b:add x PX 60000",
                "PTTL c",
                "GETRANGE c 0 10",
                "BITOP OR c c b:add",
                "UNLINK b:add",
                "EXEC",
                "GET c",
                "PEXPIREAT a 4000000000000",
                "MULTI",
                "SET a:add yy PX 60000",
                "GETRANGE a 0 10",
                "BITOP OR a a a:add",
                "UNLINK a:add",
                "EXEC",
                "GET a",
                "PTTL a",
                "EXISTS a:add b:add",
                // The question whether groups are allowed.
                "MULTI",
                "SET a:add x PX 60000",
                "GETRANGE a 0 0",
                "BITOP OR a:add a:add a:add",
                "UNLINK a:add",
                "EXEC",
                "GET a")) {
            List<String> command = List.of(line.split(" "));
            sent.add(command);
            compare(0, sent, simulated, command);
        }
    }

    private static void compare(int seed, List<List<String>> sent, Session simulated, List<String> command) {
        List<byte[]> words = Shape.words(command);
        Object real = client.pipeline(List.of(words)).get(0);
        assertEquals(
                Shape.of(command, real),
                Shape.of(command, simulated.execute(words)),
                () -> "seed " + seed + ": " + command + " after " + sent);
    }
}
