package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.AbstractIterator;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterTask;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SlotMigration;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Replicas that are stopped while elements are added which are there already. A stopped replica stays connected, so the
 * server goes on waiting for it. Every answer is asked for until the replicas have had time for it.
 */
@Needs({Capability.SERVER, Capability.ACKNOWLEDGEMENT})
public abstract class AcknowledgementTests extends KitTests {

    private static final Duration TIMEOUT = Duration.ofMillis(200);
    private static final FilterOptions CAREFUL = OPTIONS.acknowledgedBy(1, TIMEOUT);

    /** A replica reports only once a second what is on its disk. */
    private static final Duration ON_DISK = Duration.ofSeconds(3);

    /** A way to add an element again; the filters ask for acknowledgements. */
    private enum Way {
        SINGLE {
            @Override
            boolean add(BloomFilter<CharSequence> filter, String element) {
                return filter.add(element);
            }
        },
        BULK {
            @Override
            boolean add(BloomFilter<CharSequence> filter, String element) {
                return filter.addAll(List.of(element, element))[0];
            }
        },
        AFTER_A_LOOK_UP {
            @Override
            FilterOptions options() {
                return CAREFUL.nearCache(NearCache.ofMemory(1 << 20));
            }

            @Override
            boolean add(BloomFilter<CharSequence> filter, String element) {
                assertTrue(filter.mightContain(element));
                return filter.add(element);
            }
        },
        IN_BULK_AFTER_A_LOOK_UP {
            @Override
            FilterOptions options() {
                return CAREFUL.nearCache(NearCache.ofMemory(1 << 20));
            }

            @Override
            boolean add(BloomFilter<CharSequence> filter, String element) {
                assertTrue(filter.mightContainAll(List.of(element))[0]);
                return filter.addAll(List.of(element))[0];
            }
        },
        BY_CLAIMS {
            @Override
            boolean add(BloomFilter<CharSequence> filter, String element) {
                return filter.claims("writer").addAll(7, List.of(element))[0];
            }
        };

        FilterOptions options() {
            return CAREFUL;
        }

        abstract boolean add(BloomFilter<CharSequence> filter, String element);
    }

    /** A primary with one replica. */
    private record Pair(RedisServer primary, RedisServer replica) {
        static Pair start(String... settings) {
            List<String> atOnce = new ArrayList<>(List.of(settings));
            atOnce.add("repl-diskless-sync-delay 0");
            Pair pair = new Pair(RedisServer.start(atOnce.toArray(String[]::new)), RedisServer.start(settings));
            try (RespClient client = pair.replica.client()) {
                client.call("REPLICAOF", pair.primary.host(), pair.primary.port());
                client.awaitDataOfPrimary();
            }
            return pair;
        }
    }

    /** The pair of the tests that change no settings: a replica is connected only after a second. */
    private static final class SharedPair {
        static final Pair PAIR = Pair.start();
    }

    /** Runs a test when it is its turn to pause the shared replica, which runs again when the test ends. */
    private static void onSharedPair(Consumer<Pair> test) {
        Pair pair = SharedPair.PAIR;
        synchronized (pair) {
            try {
                test.accept(pair);
            } finally {
                pair.replica.resume();
            }
        }
    }

    /** Returns the answer as soon as the replicas have acknowledged it. */
    private static <R> R acknowledged(Supplier<R> operation) {
        return Await.value("the replicas acknowledge", PATIENT, Unacknowledged.class, () -> {
            try {
                return operation.get();
            } catch (BackendException failure) {
                throw failure.reason() == Reason.NOT_ACKNOWLEDGED ? new Unacknowledged(failure) : failure;
            } catch (BloomFilterException failure) {
                throw isNotAcknowledged(failure) ? new Unacknowledged(failure) : failure;
            }
        });
    }

    private static final class Unacknowledged extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unacknowledged(BloomFilterException cause) {
            super(cause);
        }
    }

    /** Returns whether this is the reason, which a bulk operation has as its cause. */
    private static boolean isNotAcknowledged(BloomFilterException failure) {
        Throwable reason = failure instanceof BackendException ? failure : failure.getCause();
        return reason instanceof BackendException backend && backend.reason() == Reason.NOT_ACKNOWLEDGED;
    }

    private static void assertNotAcknowledged(Supplier<Boolean> add) {
        BloomFilterException failure = assertThrows(BloomFilterException.class, add::get);
        assertTrue(isNotAcknowledged(failure), failure::toString);
    }

    @TestFactory
    @Checks("7.13")
    List<DynamicTest> anOldElementIsNoAnswerBeforeTheReplicasHaveIt() {
        List<DynamicTest> rows = new ArrayList<>();
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            for (Way way : Way.values()) {
                rows.add(row(layout + ", " + way, () -> {
                    Function<FilterSpecBuilder, FilterSpecBuilder> shape =
                            spec -> spec.layout(layout).capacity(1000).partitions(2);
                    onSharedPair(pair -> addsAgain(pair, shape, way, List.of()));
                }));
            }
        }
        rows.add(row("in an older layer", () -> {
            Function<FilterSpecBuilder, FilterSpecBuilder> shape =
                    spec -> spec.capacity(100).partitions(1).overCapacity(OverCapacity.GROW);
            onSharedPair(pair -> {
                addsAgain(pair, shape, Way.SINGLE, words("filling-", 300));
                addsAgain(pair, shape, Way.BULK, words("filling-", 300));
            });
        }));
        return rows;
    }

    /**
     * Adds an element while the replica is stopped, without waiting for it, then again by a client that waits.
     *
     * @param more elements that are added after it, likewise
     */
    private void addsAgain(
            Pair pair, Function<FilterSpecBuilder, FilterSpecBuilder> shape, Way way, List<String> more) {
        String name = freshName();
        BloomFilters filters = connect(Target.standalone(pair.primary.uri()));
        FilterSpec spec = shape.apply(FilterSpec.named(name)).build();
        BloomFilter<CharSequence> careless = open(connect(Target.standalone(pair.primary.uri())), spec);
        BloomFilter<CharSequence> careful = acknowledged(() -> open(filters, spec, way.options()));
        acknowledged(() -> way == Way.BY_CLAIMS && careful.claims("writer").addAll(0, List.of("before"))[0]);
        pair.replica.pause();
        assertTrue(careless.add("old"));
        careless.addAll(more);
        assertNotAcknowledged(() -> way.add(careful, "old"));
        assertNotAcknowledged(() -> way.add(careful, "old"));
        pair.replica.resume();
        // The delivery that had no answer was claimed, so a claims add may say that its element is new.
        boolean answer = acknowledged(() -> way.add(careful, "old"));
        assertTrue(!answer || way == Way.BY_CLAIMS);
    }

    @Test
    @Checks("7.13")
    void aNearCacheAnswersWhatWasAcknowledged() {
        onSharedPair(this::nearCacheAnswersWhatWasAcknowledged);
    }

    private void nearCacheAnswersWhatWasAcknowledged(Pair pair) {
        FilterSpec spec = fresh().capacity(1000).build();
        FilterOptions options = CAREFUL.nearCache(NearCache.ofMemory(1 << 20).checkedEvery(Duration.ofDays(1)));
        BloomFilters filters = connect(Target.standalone(pair.primary.uri()));
        BloomFilter<CharSequence> filter = acknowledged(() -> open(filters, spec, options));
        acknowledged(() -> filter.add("known"));
        pair.replica.pause();
        assertFalse(filter.add("known"));
        assertNotAcknowledged(() -> filter.add("unknown"));
        assertNotAcknowledged(() -> filter.add("unknown"));
    }

    @Test
    @Checks("7.13")
    void lookUpsWaitForNobody() {
        onSharedPair(this::lookUpsWaitForNobody);
    }

    private void lookUpsWaitForNobody(Pair pair) {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilters filters = connect(Target.standalone(pair.primary.uri()));
        BloomFilter<CharSequence> filter = acknowledged(() -> open(filters, spec, CAREFUL));
        acknowledged(() -> filter.add("a"));
        pair.replica.pause();
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.mightContain("b"));
    }

    @TestFactory
    @Checks("7.19")
    List<DynamicTest> aRebuildWaitsForTheReplicas() {
        return List.of(
                row("from its beginning", () -> onSharedPair(pair -> rebuild(pair, pair.replica::pause, () -> {}))),
                row("to its end", () -> onSharedPair(pair -> rebuild(pair, () -> {}, pair.replica::pause))));
    }

    /** Runs a rebuild twice. The replica is paused during the first one. */
    private void rebuild(Pair pair, Runnable before, Runnable whenAllAreRead) {
        FilterSpec spec = fresh().capacity(1000).partitions(2).build();
        BloomFilters filters = connect(Target.standalone(pair.primary.uri()));
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(List.of("kept", "forgotten"));
        before.run();
        Iterable<String> elements = () -> new AbstractIterator<>() {
            private boolean isRead;

            @Override
            protected @Nullable String computeNext() {
                if (isRead) {
                    whenAllAreRead.run();
                    return endOfData();
                }
                isRead = true;
                return "kept";
            }
        };
        FilterRebuild.Plan plan = FilterRebuild.of(spec.name());
        FilterTask<FilterRebuild.Report> first = plan.from(elements, TEXT).acknowledgedBy(1, TIMEOUT);
        assertNotAcknowledged(() -> filters.run(first).elements() > 0);
        assertTrue(filter.mightContain("kept"));
        pair.replica.resume();
        FilterTask<FilterRebuild.Report> again =
                plan.from(List.of("kept"), TEXT).acknowledgedBy(1, TIMEOUT);
        assertEquals(1, acknowledged(() -> filters.run(again)).elements());
        assertTrue(filter.mightContain("kept"));
        assertFalse(filter.mightContain("forgotten"));
    }

    @Test
    @Checks("7.14")
    @Needs(Capability.CLUSTER_ACKNOWLEDGEMENT)
    void eachNodeHasReplicasOfItsOwn() {
        RedisCluster cluster = SharedServers.replicatedCluster();
        synchronized (cluster) {
            BloomFilter<CharSequence> filter = openOnCluster(cluster, 8);
            ElementLocator locator = ElementLocator.stored(filter.description());
            List<String> here = new ArrayList<>();
            List<String> elsewhere = new ArrayList<>();
            for (String word : words("word-", 64)) {
                String key = locator.locate(bytes(word)).get(0).key();
                boolean isHere =
                        cluster.nodeOfKey(bytes(key)) == cluster.nodes().get(0);
                (isHere ? here : elsewhere).add(word);
            }
            assertFalse(here.isEmpty() || elsewhere.isEmpty());
            RedisServer replica = cluster.nodes().get(2);
            replica.pause();
            try {
                for (String word : elsewhere) {
                    acknowledged(() -> filter.add(word));
                    assertFalse(acknowledged(() -> filter.add(word)));
                }
                for (int i = 0; i < 2; i++) {
                    assertNotAcknowledged(() -> filter.add(here.get(0)));
                    assertNotAcknowledged(() -> filter.addAll(here)[0]);
                }
            } finally {
                replica.resume();
            }
            acknowledged(() -> filter.addAll(here));
            assertEquals(here.size(), count(filter.mightContainAll(here)));
        }
    }

    @Test
    @Checks("7.14")
    @Needs(Capability.CLUSTER_ACKNOWLEDGEMENT)
    void aRedirectedWriteIsAcknowledgedWhereItWasExecuted() {
        RedisCluster cluster = SharedServers.replicatedCluster();
        synchronized (cluster) {
            BloomFilter<CharSequence> filter = openOnCluster(cluster, 1);
            acknowledged(() -> filter.add("old"));
            int slot = HashSlot.of(bytes("{" + filter.description().name() + ":0}"));
            RedisServer source = cluster.nodeOfSlot(slot);
            int target = 1 - cluster.nodes().indexOf(source);
            RedisServer replica = cluster.nodes().get(2 + target);
            try (SlotMigration migration =
                    cluster.beginMigration(slot, cluster.nodes().get(target))) {
                replica.pause();
                assertFalse(acknowledged(() -> filter.add("old")), "the source has the key");
                migration.moveKeys();
                assertNotAcknowledged(() -> filter.add("old"));
                assertNotAcknowledged(() -> filter.addAll(List.of("old", "older"))[0]);
                // The servers of today let the replicas take part in such a change, and wait for them.
                replica.resume();
                migration.finish();
                replica.pause();
                assertNotAcknowledged(() -> filter.add("old"));
                assertNotAcknowledged(() -> filter.addAll(List.of("old", "older"))[0]);
            } finally {
                replica.resume();
            }
            assertFalse(acknowledged(() -> filter.add("old")));
            assertFalse(acknowledged(() -> filter.addAll(List.of("old", "older")))[1]);
            cluster.moveSlot(slot, source);
            assertFalse(acknowledged(() -> filter.add("older")));
            cluster.awaitHealthy();
        }
    }

    private BloomFilter<CharSequence> openOnCluster(RedisCluster cluster, int partitions) {
        FilterSpec spec = fresh().capacity(1000)
                .falsePositiveRate(1e-9)
                .partitions(partitions)
                .build();
        BloomFilters filters = connect(Target.cluster(cluster));
        return acknowledged(() -> open(filters, spec, CAREFUL));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @Checks("7.15")
    void aPersistedWriteNeedsTheFilesOfAll() {
        Pair pair = Pair.start("appendonly yes", "appendfsync always");
        closing(pair.primary);
        closing(pair.replica);
        FilterSpec spec = fresh().capacity(1000).build();
        FilterOptions options = OPTIONS.acknowledgedBy(1, ON_DISK).persisted();
        BloomFilters filters = connect(Target.standalone(pair.primary.uri()));
        try (RespClient replica = pair.replica.client()) {
            if (replica.list("COMMAND", "INFO", "waitaof").get(0) == null) {
                UnsupportedFilterException refused =
                        assertThrows(UnsupportedFilterException.class, () -> open(filters, spec, options));
                assertTrue(refused.getMessage().contains("WAITAOF"), refused.getMessage());
                assertEquals(List.of(), replica.keys("*"));
                return;
            }
            BloomFilter<CharSequence> filter = acknowledged(() -> open(filters, spec, options));
            acknowledged(() -> filter.add("old"));
            replica.call("CONFIG", "SET", "appendonly", "no");
            assertNotAcknowledged(() -> filter.add("old"));
            assertNotAcknowledged(() -> filter.addAll(List.of("old", "new"))[0]);
        }
    }

    @Test
    @Checks("7.15")
    void aServerWithoutAFileIsRefused() {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilters filters = connect(Target.standalone(server.uri()));
        assertThrows(UnsupportedFilterException.class, () -> open(filters, spec, CAREFUL.persisted()));
        FilterRebuild rebuild = FilterRebuild.of(spec.name()).from(List.of(), TEXT);
        FilterTask<?> onDisk = rebuild.acknowledgedBy(1, TIMEOUT).persisted();
        assertThrows(UnsupportedFilterException.class, () -> filters.run(onDisk));
        try (RespClient redis = server.client()) {
            assertEquals(List.of(), redis.keys("*"));
        }
    }
}
