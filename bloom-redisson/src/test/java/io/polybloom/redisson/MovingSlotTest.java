package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SlotMigration;
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

    private static Batch setBits(byte[] key, int... offsets) {
        List<Command> commands = new ArrayList<>();
        for (int offset : offsets) {
            commands.add(new Command(Verb.SETBIT, key, Integer.toString(offset).getBytes(UTF_8), "1".getBytes(UTF_8)));
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
