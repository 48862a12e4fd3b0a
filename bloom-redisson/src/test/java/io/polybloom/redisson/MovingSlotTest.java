package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SlotMigration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Redirects are followed without retries: a single command and a pipeline, by ASK and by MOVED. */
class MovingSlotTest {

    private static final byte[] KEY = "{slot}:old".getBytes(UTF_8);
    private static final byte[] ABSENT = "{slot}:new".getBytes(UTF_8);

    @Test
    void commandsAndPipelinesFollowASlotOnItsWay() throws Exception {
        try (RedisCluster cluster = RedisCluster.start()) {
            RedissonClient client = Clients.to(cluster);
            try {
                follow(cluster, new RedissonTransport(client));
            } finally {
                client.shutdown();
            }
        }
    }

    private static void follow(RedisCluster cluster, RedissonTransport transport) throws Exception {
        int slot = HashSlot.of(KEY);
        RedisServer source = cluster.nodeOfSlot(slot);
        RedisServer target = cluster.nodes().get((cluster.nodes().indexOf(source) + 1) % 3);
        assertEquals(ints(0), Clients.await(transport.send(setBits(KEY, 1))));

        try (SlotMigration migration = cluster.beginMigration(slot, target)) {
            assertEquals(ints(1), Clients.await(transport.send(setBits(KEY, 1))), "the source has it");
            assertEquals(ints(0), Clients.await(transport.send(setBits(ABSENT, 1))), "single, by ASK");
            assertEquals(
                    ints(1, 0, 0, 1), Clients.await(transport.send(setBits(ABSENT, 1, 2, 3, 2))), "pipeline, by ASK");
            migration.moveKeys();
            assertEquals(ints(1, 0), Clients.await(transport.send(setBits(KEY, 1, 2))), "moved, by ASK");
            migration.finish();
        }

        assertEquals(ints(1), Clients.await(transport.send(setBits(KEY, 2))), "single, by MOVED");
        cluster.moveSlot(slot, source);
        assertEquals(ints(1, 0), Clients.await(transport.send(setBits(KEY, 2, 3))), "pipeline, by MOVED");
        try (RespClient eyes = source.client()) {
            assertEquals(3, eyes.integer("BITCOUNT", KEY));
            assertEquals(3, eyes.integer("BITCOUNT", ABSENT));
        }
    }

    /** As long as its keys may be on two nodes it is refused, and nothing of it is executed. */
    @Test
    void aGroupIsExecutedAsOneOrNotAtAll() throws Exception {
        try (RedisCluster cluster = RedisCluster.start()) {
            RedissonClient client = Clients.to(cluster);
            try {
                followAsOne(cluster, new RedissonTransport(client));
            } finally {
                client.shutdown();
            }
        }
    }

    private static void followAsOne(RedisCluster cluster, RedissonTransport transport) throws Exception {
        int slot = HashSlot.of(KEY);
        RedisServer target = cluster.nodes().get((cluster.nodes().indexOf(cluster.nodeOfSlot(slot)) + 1) % 3);
        Clients.await(transport.send(setBits(KEY, 1)));
        Batch group = new Batch(0, 0, List.of(setBit(KEY, 7), setBit(ABSENT, 7))).asGroup();
        try (SlotMigration migration = cluster.beginMigration(slot, target)) {
            assertRefused(Clients.await(transport.send(group)), "the source has one of the keys");
            migration.moveKeys();
            assertRefused(Clients.await(transport.send(group)), "the target has it");
            migration.finish();
        }
        Await.until("the client knows the node", Duration.ofSeconds(300), () -> isExecuted(transport, group));
        try (RespClient eyes = target.client()) {
            assertEquals(2, eyes.integer("BITCOUNT", KEY));
            assertEquals(1, eyes.integer("BITCOUNT", ABSENT));
        }
    }

    /**
     * Until the client has asked the cluster for its nodes, MOVED is a refusal, too. While it updates its knowledge of
     * them, it may know no node of the slot, and refuses the group itself.
     */
    private static boolean isExecuted(RedissonTransport transport, Batch group) {
        List<Reply> replies = InFlight.on(group, transport.send(group)).await();
        if (replies.get(0) instanceof Reply.Failure) {
            assertNotExecuted(replies, "moved");
            return false;
        }
        assertEquals(ints(0, 0), replies);
        return true;
    }

    private static void assertRefused(List<Reply> replies, String when) {
        for (Reply.Failure refused : assertNotExecuted(replies, when)) {
            assertNotNull(refused.serverError(), () -> when + ": " + refused);
        }
    }

    private static List<Reply.Failure> assertNotExecuted(List<Reply> replies, String when) {
        List<Reply.Failure> failures = new ArrayList<>();
        for (Reply reply : replies) {
            Reply.Failure failure = assertInstanceOf(Reply.Failure.class, reply, when);
            assertFalse(failure.mayHaveBeenApplied(), () -> when + ": " + failure);
            failures.add(failure);
        }
        return failures;
    }

    private static Command setBit(byte[] key, int offset) {
        return new Command(Verb.SETBIT, key, Integer.toString(offset).getBytes(UTF_8), "1".getBytes(UTF_8));
    }

    private static Batch setBits(byte[] key, int... offsets) {
        List<Command> commands = new ArrayList<>();
        for (int offset : offsets) {
            commands.add(setBit(key, offset));
        }
        return new Batch(0, 0, commands);
    }

    private static List<Reply> ints(long... values) {
        List<Reply> replies = new ArrayList<>();
        for (long value : values) {
            replies.add(new Reply.Int(value));
        }
        return replies;
    }
}
