package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.SlotMigration;
import io.vertx.core.Promise;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots that move under the client's feet, with ASK, with MOVED, and in the middle of bulk operations. */
class RedirectTest {

    private static RedisCluster cluster;

    private TestClient client;

    @BeforeAll
    static void startCluster() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void connect() {
        // The client shall not notice by itself that a slot has moved.
        client = new TestClient(new RedisOptions()
                .setConnectionString(cluster.nodes().get(0).uri())
                .setType(RedisClientType.CLUSTER)
                .setTopologyCacheTTL(600_000));
    }

    @AfterEach
    void disconnect() {
        client.close();
        cluster.flushAll();
    }

    @ParameterizedTest
    @ValueSource(strings = {Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS})
    void everyOperationFollowsASlotThatIsBeingMovedAndOneThatHasMoved(String layout) {
        FilterSpec spec = FilterSpec.named("moving")
                .layout(layout)
                .capacity(200_000)
                .falsePositiveRate(1e-5)
                .build();
        VertxBloomFilter<CharSequence> filter = client.open(spec);
        assertAllNew(await(filter.addAll(words("before-", 1_000))));
        int slot = HashSlot.of("moving:0".getBytes(UTF_8));
        try (SlotMigration migration = cluster.beginMigration(slot, anotherThan(slot))) {
            assertWorks(filter, "at the source");
            migration.moveKeys();
            assertWorks(filter, "by ASK");
            migration.finish();
            assertWorks(filter, "by MOVED");
        }
        assertAllPresent(await(filter.mightContainAll(words("before-", 1_000))));
    }

    @Test
    void aFilterIsOpenedAndUsedWhileItsConfigIsBeingMoved() {
        assertTrue(await(client.open(spec("config", 3)).add("a")));
        int slot = HashSlot.of("config".getBytes(UTF_8));
        try (SlotMigration migration = cluster.beginMigration(slot, anotherThan(slot))) {
            assertFalse(await(client.open(spec("config", 3)).add("a")));
            migration.moveKeys();
            VertxBloomFilter<CharSequence> filter = client.open(spec("config", 3));
            assertFalse(await(filter.add("a")));
            assertTrue(await(client.filters.describe("config")).orElseThrow().ready());
            migration.finish();
            assertFalse(await(client.open(spec("config", 3)).add("a")));
            await(filter.delete());
        }
        assertTrue(await(client.filters.describe("config")).isEmpty());
        assertTrue(cluster.snapshot().isEmpty());
    }

    /** Redis renames no key while its slot is being moved, so the trace does not get its name before that is over. */
    @Test
    void aFilterThatCannotBeMadeWhileItsConfigIsBeingMovedIsMadeAfterwards() {
        int slot = HashSlot.of("early".getBytes(UTF_8));
        try (SlotMigration migration = cluster.beginMigration(slot, anotherThan(slot))) {
            assertThrows(BackendException.class, () -> client.open(spec("early", 3)));
            migration.moveKeys();
            migration.finish();
            assertTrue(await(client.open(spec("early", 3)).add("a")));
        }
        assertFalse(await(client.open(spec("early", 3)).add("a")));
    }

    @Test
    void slotsThatMoveDuringABulkAddLoseNothingAndInventNothing() {
        VertxBloomFilter<CharSequence> filter = client.open(spec("bulk", 3));
        List<String> words = words("bulk-", 60_000);
        Promise<boolean[]> added = Promise.promise();
        client.vertx.runOnContext(start -> filter.addAll(words).onComplete(added));
        for (int partition = 0; partition < 3; partition++) {
            int slot = HashSlot.of(("bulk:" + partition).getBytes(UTF_8));
            cluster.moveSlot(slot, anotherThan(slot));
        }
        assertAllNew(await(added.future()));
        assertAllPresent(await(filter.mightContainAll(words)));
    }

    private static void assertWorks(VertxBloomFilter<CharSequence> filter, String phase) {
        List<String> words = words(phase, 500);
        assertFalse(await(filter.mightContain(phase)), phase);
        assertTrue(await(filter.add(phase)), phase);
        assertFalse(await(filter.add(phase)), phase);
        assertAllNew(await(filter.addAll(words)));
        assertAllPresent(await(filter.mightContainAll(words)));
        assertTrue(await(filter.stats()).estimatedCount() > 1_000, phase);
    }

    private static void assertAllNew(boolean[] answers) {
        assertAllPresent(answers);
    }

    private static void assertAllPresent(boolean[] answers) {
        boolean[] yes = new boolean[answers.length];
        Arrays.fill(yes, true);
        assertArrayEquals(yes, answers);
    }

    private static RedisServer anotherThan(int slot) {
        List<RedisServer> nodes = cluster.nodes();
        return nodes.get((nodes.indexOf(cluster.nodeOfSlot(slot)) + 1) % nodes.size());
    }
}
