package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The answers of a filter that grows, by one client and by several. */
public abstract class GrowingTests extends GrowTests {

    private static final double RATE = 0.01;
    private static final int BATCH = 500;

    /** The standard error of the smallest layer's estimate is 1 %. */
    @TestFactory
    @Checks("6.09")
    List<DynamicTest> aLayerIsSealedWhenItHoldsItsCapacity() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int clients : List.of(1, 4)) {
            rows.add(row("clients: " + clients, () -> {
                FilterSpec spec = growing(4000, 3).build();
                addInTurns(spec, clients, 60_000 / clients);
                FilterStats stats = open(filters(), spec).stats();
                assertEquals(4, stats.layers().size(), "layers");
                for (LayerStats layer : stats.layers().subList(0, 3)) {
                    assertEquals(layer.capacity(), layer.estimatedCount(), 0.10 * layer.capacity(), layer.toString());
                    assertTrue(layer.sealed(), layer.toString());
                }
                assertFalse(stats.layers().get(3).sealed());
                assertEquals(60_000 * (1 - RATE / 2), stats.estimatedCount(), 1200);
            }));
        }
        return rows;
    }

    @Test
    @Checks("6.08")
    void nothingIsForgottenWhenSeveralClientsGrowAFilter() {
        FilterSpec spec = growing(200, 2).build();
        addTogether(spec, 4, 2000);
        BloomFilter<CharSequence> late = open(filters(), spec);
        for (int client = 0; client < 4; client++) {
            assertEquals(2000, count(late.mightContainAll(words("element-" + client + "-", 2000))));
        }
    }

    /** Threads share one filter object: no thread may notice that another one has opened a layer. */
    @Test
    @Checks("6.08")
    void nothingIsForgottenWhenThreadsOfOneFilterGrowIt() {
        int threads = 16;
        int elements = 1250;
        BloomFilter<CharSequence> filter = open(filters(), growing(1000, 1).build());
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            List<String> words = words("element-" + thread + "-", elements);
            tasks.add(() -> {
                words.forEach(filter::add);
                return count(filter.mightContainAll(words));
            });
        }
        for (int found : Together.call(tasks)) {
            assertEquals(elements, found, "elements that a thread found again");
        }
    }

    /**
     * Each client adds a batch in turn. If they added at the same time, a client that pauses between a sample of a
     * layer and the adds after it would fill the layer beyond its capacity.
     */
    private void addInTurns(FilterSpec spec, int clients, int elements) {
        List<BloomFilter<CharSequence>> filters = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            filters.add(open(filters(), spec));
        }
        for (int from = 0; from < elements; from += BATCH) {
            for (int client = 0; client < clients; client++) {
                String prefix = "element-" + client + "-";
                filters.get(client).addAll(words(prefix, elements).subList(from, Math.min(from + BATCH, elements)));
            }
        }
    }

    /** Each client looks for its own elements, too, as soon as it has added them. */
    private void addTogether(FilterSpec spec, int clients, int elements) {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            BloomFilter<CharSequence> filter = open(filters(), spec);
            List<String> words = words("element-" + client + "-", elements);
            tasks.add(() -> {
                addInBatches(filter, words, BATCH);
                return count(filter.mightContainAll(words));
            });
        }
        for (int found : Together.call(tasks)) {
            assertEquals(elements, found, "elements that a client found again");
        }
    }

    @Test
    @Checks("6.11")
    void clientsThatHaveNotSeenTheNewLayersAnswerByThem() {
        FilterSpec spec = growing(300, 2).build();
        List<BloomFilter<CharSequence>> stale = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            stale.add(open(filters(), spec));
            assertTrue(stale.get(i).add("client-" + i));
        }
        List<String> elements = words("word-", 1500);
        addInBatches(open(filters(), spec), elements);
        assertEquals(1, stale.get(0).description().layers().size());
        assertEquals(1500, count(stale.get(0).mightContainAll(elements)));
        assertTrue(stale.get(1).mightContain("word-1499"));
        assertFalse(stale.get(2).add("word-1499"));
        assertEquals(0, count(stale.get(3).addAll(elements.subList(1450, 1500))));
        assertTrue(stale.get(2).add("entirely new"));
        assertTrue(stale.get(0).mightContain("entirely new"));
    }

    /** No reply reaches the client before the questions to all layers have reached the server. */
    @Test
    @Checks("6.15")
    @Needs(Capability.SERVER)
    void aLookUpAsksAllLayersAtOnce() {
        RedisServer server = closing(RedisServer.start());
        TcpProxy proxy = closing(TcpProxy.to(server));
        RespClient redis = closing(server.client());
        BloomFilter<CharSequence> filter =
                open(connect(Target.standalone(proxy.uri())), growing(100, 1).build());
        addInBatches(filter, words("word-", 1200));
        assertEquals(4, filter.description().layers().size());
        assertFalse(filter.mightContain("absent-0"));
        long before = redis.executions("bitfield");
        proxy.holdRepliesTo("BITFIELD");
        CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> filter.mightContain("absent-1"));
        try {
            Await.until(
                    "the layers are asked",
                    PATIENT,
                    () -> answer.isDone() || redis.executions("bitfield") == before + 4);
            assertFalse(answer.isDone(), "gave up waiting for a reply before it had asked all layers");
        } finally {
            proxy.pass();
        }
        assertFalse(answer.join());
    }
}
