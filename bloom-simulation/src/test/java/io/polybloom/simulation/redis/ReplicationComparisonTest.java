package io.polybloom.simulation.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.spi.Reply;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Sends the same commands to a real primary with a replica and to a simulated one: what is replicated, what WAIT waits
 * for, what a replica answers, and what servers refuse. The server is the one that the kit finds.
 */
class ReplicationComparisonTest {

    private static final int SEQUENCES = 12;
    private static final int COMMANDS_OF_A_SEQUENCE = 100;
    private static final int FAR_BEHIND = 1_000_000;
    private static final List<String> KEYS = List.of("a", "b", "c");

    private @Nullable RealPair real;
    private ServerVersion version = ServerVersion.REDIS_7_2;

    @BeforeEach
    void start() {
        real = new RealPair();
        version = real.version();
    }

    @AfterEach
    void stop() {
        real.close();
    }

    /** A write that does not move the offset of the real server is not replicated, and WAIT does not wait for it. */
    @Test
    void replicatesWhatARealServerReplicates() {
        for (int seed = 0; seed < SEQUENCES; seed++) {
            SimulatedServer server = empty();
            Session session = new Session(server);
            RandomCommands commands = new RandomCommands(seed, version != ServerVersion.REDIS_6_2);
            List<List<String>> sent = new ArrayList<>();
            for (int i = 0; i < COMMANDS_OF_A_SEQUENCE; i++) {
                List<String> command = next(commands);
                sent.add(command);
                compareReplication(session, server, command, "seed " + seed + ": " + sent);
            }
            sync(server);
            compareKeys(real.ofReplica(), server.sessionOfReplica(), "seed " + seed + ": " + sent);
        }
    }

    /** An add that finds all bits set turns a bit over and back, so that WAIT waits for what the add has found. */
    @Test
    void replicatesWhatIsTurnedOverAndBack() {
        SimulatedServer server = empty();
        Session session = new Session(server);
        for (String line : List.of(
                "BITFIELD a SET u1 7 1",
                "BITFIELD a SET u1 7 1",
                "BITFIELD a INCRBY u1 7 1 INCRBY u1 7 1",
                "BITFIELD a INCRBY u1 3 1 GET u8 0 INCRBY u1 3 1",
                "BITFIELD a INCRBY u1 7 2",
                "BITFIELD a OVERFLOW SAT INCRBY u1 7 1",
                "BITFIELD a OVERFLOW FAIL INCRBY u1 7 1",
                "BITFIELD a SET u1 7 0 SET u1 7 1",
                "SET b x PXAT 4000000000000")) {
            compareReplication(session, server, List.of(line.split(" ")), line);
        }
    }

    /**
     * Compares counters, but not their strings: a real server has a shorter form for small ones. It also keeps the
     * count of one key in that key, and replicates that. So until the end, only the counts of several keys are asked
     * for.
     */
    @Test
    void replicatesCountersAsARealServerDoes() {
        for (int seed = 0; seed < SEQUENCES; seed++) {
            SimulatedServer server = empty();
            Session session = new Session(server);
            Random random = new Random(seed);
            List<List<String>> sent = new ArrayList<>();
            for (int i = 0; i < COMMANDS_OF_A_SEQUENCE; i++) {
                List<String> command = new ArrayList<>();
                command.add(List.of("PFADD", "PFADD", "PFMERGE", "PFCOUNT").get(random.nextInt(4)));
                int keys = command.get(0).equals("PFADD") ? 1 : 2 + random.nextInt(2);
                for (int key = 0; key < keys; key++) {
                    command.add(KEYS.get(random.nextInt(KEYS.size())));
                }
                for (int left = command.get(0).equals("PFADD") ? random.nextInt(3) : 0; left > 0; left--) {
                    command.add(Integer.toString(random.nextInt(30)));
                }
                sent.add(command);
                compareReplication(session, server, command, "seed " + seed + ": " + sent);
            }
            sync(server);
            for (String key : KEYS) {
                compare(real.ofReplica(), server.sessionOfReplica(), 0, List.of("PFCOUNT", key), new ArrayList<>());
            }
        }
    }

    private void compareReplication(Session session, SimulatedServer server, List<String> command, String where) {
        long realBefore = real.offset();
        Object reply = real.ofPrimary().pipeline(List.of(Shape.words(command))).get(0);
        boolean isReplicated = real.offset() > realBefore;
        long before = server.offset();
        assertEquals(Shape.of(command, reply), Shape.of(command, session.execute(Shape.words(command))), where);
        assertEquals(isReplicated, server.offset() > before, where);
    }

    /** Two connections write, read and wait, while the replica is stopped. */
    @Test
    void waitsAsARealServerDoes() {
        for (int seed = 0; seed < SEQUENCES; seed++) {
            SimulatedServer server = empty();
            Random random = new Random(seed);
            RandomCommands commands = new RandomCommands(seed, version != ServerVersion.REDIS_6_2);
            List<RespClient> clients = List.of(real.connect(), real.connect());
            List<Session> sessions = List.of(new Session(server), new Session(server));
            List<String> sent = new ArrayList<>();
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 10; i++) {
                    int at = random.nextInt(2);
                    compare(clients.get(at), sessions.get(at), at, next(commands), sent);
                }
                sync(server);
                real.stopReplica();
                server.stall(true);
                // What WAIT itself puts into the stream may be acknowledged or not; this write is not.
                compare(real.ofPrimary(), new Session(server), 2, List.of("SET", "stopped", "x"), sent);
                for (int i = 0; i < 6; i++) {
                    int at = random.nextInt(2);
                    boolean waits = random.nextInt(3) == 0;
                    List<String> command = waits ? List.of("WAIT", "1", "1") : next(commands);
                    compare(clients.get(at), sessions.get(at), at, command, sent);
                }
                for (int at = 0; at < 2; at++) {
                    compare(clients.get(at), sessions.get(at), at, List.of("WAIT", "1", "1"), sent);
                }
                real.continueReplica();
                server.stall(false);
                for (int at = 0; at < 2; at++) {
                    compare(clients.get(at), sessions.get(at), at, List.of("WAIT", "1", "0"), sent);
                }
            }
        }
    }

    /** The same, of an element whose bits are set by a write that the replica does not have. */
    @Test
    void waitsForAnOldElementAsARealServerDoes() {
        SimulatedServer server = empty();
        sync(server);
        real.stopReplica();
        server.stall(true);
        List<RespClient> clients = List.of(real.connect(), real.connect());
        List<Session> sessions = List.of(new Session(server), new Session(server));
        List<String> sent = new ArrayList<>();
        for (int at = 0; at < 2; at++) {
            compare(clients.get(at), sessions.get(at), at, List.of("BITFIELD", "a", "SET", "u1", "7", "1"), sent);
            compare(clients.get(at), sessions.get(at), at, List.of("WAIT", "1", "1"), sent);
            compare(clients.get(at), sessions.get(at), at, List.of("GET", "a"), sent);
            compare(clients.get(at), sessions.get(at), at, List.of("WAIT", "1", "1"), sent);
        }
        assertEquals(version.waitsForOwnWrites(), sessions.get(1).offset() == 0);
        real.continueReplica();
    }

    /** WAITAOF waits for the same writes as WAIT; those on the disk of the primary count, too. */
    @Test
    void waitsForDisksAsARealServerDoes() {
        try (RealPair pair = new RealPair("appendonly yes", "appendfsync always")) {
            SimulatedServer server = simulated();
            List<RespClient> clients = List.of(pair.connect(), pair.connect());
            List<Session> sessions = List.of(new Session(server), new Session(server));
            List<String> sent = new ArrayList<>();
            compare(clients.get(0), sessions.get(0), 0, List.of("SET", "b", "x"), sent);
            compareDisks(clients.get(0), sessions.get(0), 0, List.of("WAITAOF", "1", "1", "0"), sent);
            pair.stopReplica();
            server.stall(true);
            for (int at = 0; at < 2; at++) {
                for (String line : List.of(
                        "BITFIELD a SET u1 7 1",
                        "WAITAOF 1 1 1",
                        "GET a",
                        "WAITAOF 0 1 1",
                        "SET b y",
                        "WAITAOF 1 1 1",
                        "WAITAOF 1 0 1")) {
                    compareDisks(clients.get(at), sessions.get(at), at, List.of(line.split(" ")), sent);
                }
            }
            pair.continueReplica();
            server.stall(false);
            for (int at = 0; at < 2; at++) {
                compareDisks(clients.get(at), sessions.get(at), at, List.of("WAITAOF", "1", "1", "0"), sent);
            }
        }
    }

    /** A server without WAITAOF refuses it, and names its arguments in another form than the simulated server. */
    private void compareDisks(RespClient client, Session session, int who, List<String> command, List<String> sent) {
        if (version.waitsForDisks()) {
            compare(client, session, who, command, sent);
        } else {
            compareCode(client, session, who, command, sent);
        }
    }

    /**
     * In the same order of checks: rights, memory, snapshots, role. A server whose memory has room again refuses as one
     * that is full does before.
     */
    @Test
    void refusesAsARealServerDoes() {
        for (boolean isReplica : List.of(false, true)) {
            for (Ailment ailment : EnumSet.complementOf(EnumSet.of(Ailment.NEARLY_FULL))) {
                real.suffer(isReplica, ailment);
                for (boolean mayWrite : List.of(true, false)) {
                    RespClient admin = isReplica ? real.ofReplica() : real.ofPrimary();
                    RespClient client = mayWrite ? admin : real.connectReader(isReplica);
                    String where = (isReplica ? "replica " : "primary ") + ailment.name() + " " + mayWrite;
                    compareRefusals(client, isReplica, ailment, mayWrite, where);
                }
                real.suffer(isReplica, Ailment.NONE);
            }
        }
    }

    /** A primary tells a number, whatever it refuses; which one depends on when its replica was last heard of. */
    private void compareProof(RespClient client, Session session, String where) {
        List<String> proof = List.of("WAIT", "0", "0");
        Object reply = client.pipeline(List.of(Shape.words(proof))).get(0);
        Reply simulated = session.execute(Shape.words(proof));
        assertEquals(reply instanceof Long, simulated instanceof Reply.Int, where + ": " + reply);
        assertEquals(session.isAstray(), simulated instanceof Reply.Failure, where);
    }

    private void compareRefusals(
            RespClient client, boolean isReplica, Ailment ailment, boolean mayWrite, String where) {
        SimulatedServer server = simulated();
        if (isReplica) {
            server.demote(0, OldPrimary.DEMOTED, List.of(1));
        }
        server.suffer(1, ailment);
        Session session = new Session(server, 1, mayWrite);
        compareProof(client, session, where);
        for (String line : List.of(
                "BITFIELD a GET u1 0",
                "BITFIELD a SET u1 0 1 GET u1 0",
                "BITFIELD_RO a GET u1 0",
                "BITCOUNT a",
                "SETBIT a 1 1",
                "BITOP OR a a b",
                "GETRANGE a 0 1",
                "SETRANGE a 0 xy",
                "STRLEN a",
                "SET b x",
                "SETNX b y",
                "HSETNX c f v",
                "HSET c f v",
                "HGET c f",
                "HGETALL c",
                "HDEL c f",
                "ZADD d 0 m",
                "ZRANGEBYLEX d - +",
                "ZLEXCOUNT d - +",
                "ZREM d m",
                "ZREMRANGEBYLEX d - +",
                "PFADD e x",
                "PFCOUNT e",
                "PFMERGE e e",
                "RENAMENX e g",
                "PERSIST a",
                "PEXPIRE a 4000000000",
                "PEXPIREAT a 4000000000000",
                "PTTL a",
                "UNLINK a b c d e f g",
                "DEL a",
                "EXISTS a",
                "MULTI",
                "SET b x",
                "GET b",
                "EXEC",
                "MULTI",
                "GET b",
                "UNLINK b",
                "EXEC",
                "GET b")) {
            List<String> command = List.of(line.split(" "));
            Object reply = client.pipeline(List.of(Shape.words(command))).get(0);
            assertEquals(
                    Shape.codeOf(command, reply),
                    Shape.codeOf(command, session.execute(Shape.words(command))),
                    where + ": " + line);
        }
    }

    /** The replica takes over without the last writes; the old primary stays, and is never in sync again. */
    @Test
    void answersAfterAFailoverAsRealServersDo() {
        for (int seed = 0; seed < 4; seed++) {
            try (RealPair pair = new RealPair()) {
                SimulatedServer server = empty();
                Session session = new Session(server);
                RandomCommands commands = new RandomCommands(seed, version != ServerVersion.REDIS_6_2);
                List<String> sent = new ArrayList<>();
                for (int i = 0; i < 60; i++) {
                    compare(pair.ofPrimary(), session, 0, next(commands), sent);
                }
                pair.sync();
                server.replicate();
                pair.promote();
                for (int i = 0; i < 10; i++) {
                    compare(pair.ofPrimary(), session, 0, next(commands), sent);
                }
                pair.demote();
                sent.add("failover");
                server.demote(server.unreplicated(), OldPrimary.DEMOTED, List.of(1));
                Session ofOld = new Session(server, 1, true);
                Session ofNew = new Session(server, 2, true);
                for (int i = 0; i < 60; i++) {
                    List<String> command = next(commands);
                    compare(pair.ofReplica(), ofNew, 2, command, sent);
                    compareCode(pair.ofPrimary(), ofOld, 1, command, sent);
                }
                compareKeys(pair.ofPrimary(), ofOld, "old primary, seed " + seed + ": " + sent);
                compareKeys(pair.ofReplica(), ofNew, "new primary, seed " + seed + ": " + sent);
            }
        }
    }

    private void sync(SimulatedServer server) {
        real.sync();
        server.replicate();
    }

    /**
     * A complete command, which a server does not refuse at the first glance; and no SET of a key that has expired,
     * which some servers remove at once and others when it is read.
     */
    private static List<String> next(RandomCommands commands) {
        while (true) {
            List<String> command = commands.next();
            Reply reply = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE))
                    .execute(Shape.words(command));
            boolean isIncomplete = Shape.of(command, reply).contains("wrong number of arguments");
            boolean hasExpired = command.contains("PXAT") && command.contains("1");
            if (!isIncomplete && !hasExpired) {
                return command;
            }
        }
    }

    private SimulatedServer empty() {
        real.ofPrimary().call("FLUSHALL");
        return simulated();
    }

    private SimulatedServer simulated() {
        return new SimulatedServer(new SimulatedClock(), new Replication(FAR_BEHIND, version));
    }

    private static void compareKeys(RespClient client, Session session, String where) {
        for (String key : KEYS) {
            for (String question : List.of("TYPE", "GET", "HGETALL", "PTTL")) {
                List<String> command = List.of(question, key);
                Object reply = client.pipeline(List.of(Shape.words(command))).get(0);
                assertEquals(
                        Shape.of(command, reply),
                        Shape.of(command, session.execute(Shape.words(command))),
                        () -> question + " " + key + ", " + where);
            }
            compareMembers(client, session, key, where);
        }
    }

    /** All members of the simulated server have the score 0, so that they are in the order of their bytes. */
    private static void compareMembers(RespClient client, Session session, String key, String where) {
        List<String> real = List.of("ZRANGE", key, "0", "-1", "WITHSCORES");
        List<String> simulated = List.of("ZRANGEBYLEX", key, "-", "+");
        Reply members = session.execute(Shape.words(simulated));
        if (members instanceof Reply.Many many) {
            Reply zero = new Reply.Bytes(new byte[] {'0'});
            members = new Reply.Many(many.elements().stream()
                    .flatMap(member -> Stream.of(member, zero))
                    .toList());
        }
        Object reply = client.pipeline(List.of(Shape.words(real))).get(0);
        assertEquals(Shape.of(real, reply), Shape.of(simulated, members), () -> "members of " + key + ", " + where);
    }

    private static void compare(RespClient client, Session session, int who, List<String> command, List<String> sent) {
        sent.add(who + " " + command);
        Object reply = client.pipeline(List.of(Shape.words(command))).get(0);
        String answer = Shape.of(command, session.execute(Shape.words(command)));
        assertEquals(Shape.of(command, reply), answer, () -> "last of " + sent);
    }

    /** A replica checks whether it may execute a command before it reads all of its words. */
    private static void compareCode(
            RespClient client, Session session, int who, List<String> command, List<String> sent) {
        sent.add(who + " " + command);
        Object reply = client.pipeline(List.of(Shape.words(command))).get(0);
        String answer = Shape.codeOf(command, session.execute(Shape.words(command)));
        assertEquals(Shape.codeOf(command, reply), answer, () -> "last of " + sent);
    }
}
