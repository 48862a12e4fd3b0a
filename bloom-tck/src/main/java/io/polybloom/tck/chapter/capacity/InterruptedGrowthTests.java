package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.LayerStats;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Clients that die while they open a layer, or meet others that open it. */
public abstract class InterruptedGrowthTests extends GrowTests {

    private static final int CAPACITY = 300;
    private static final int PARTITIONS = 2;

    @TestFactory
    @Checks("6.12")
    @Needs(Capability.SERVER)
    List<DynamicTest> aGrowthIsCompletedByTheNextClient() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int commands = 0; commands <= StoredFilter.commandsOfGrowth(PARTITIONS); commands++) {
            int survived = commands;
            rows.add(row("dead after " + commands + " commands", () -> interrupt(survived)));
        }
        return rows;
    }

    private void interrupt(int survived) {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        FilterSpec spec = growing(CAPACITY, PARTITIONS).build();
        BloomFilter<CharSequence> witness = open(connect(Target.standalone(server.uri())), spec);
        BloomFilter<CharSequence> dying = open(connect(Target.standalone(front.uri())), spec);
        front.answer(dieAfter(survived));
        List<String> elements = words("word-", 5 * CAPACITY);
        List<String> added = addUntilDeath(dying, elements);
        assertTrue(added.size() >= 0.9 * CAPACITY && added.size() < elements.size(), "added: " + added.size());

        assertEquals(added.size(), count(witness.mightContainAll(added)));
        BloomFilter<CharSequence> next = open(connect(Target.standalone(server.uri())), spec);
        assertEquals(added.size(), count(next.mightContainAll(added)));
        addInBatches(next, elements);
        front.answer(request -> null);
        for (BloomFilter<CharSequence> client : List.of(next, witness, dying)) {
            assertEquals(elements.size(), count(client.mightContainAll(elements)));
        }
        assertEquals(3, next.description().layers().size());
        for (LayerStats layer : next.stats().layers()) {
            assertTrue(layer.estimatedCount() <= 1.1 * layer.capacity() + 20, layer.toString());
        }
    }

    /** Returns a script that executes the given number of commands of a growth, and nothing from the next one on. */
    private static ScriptedServer.Script dieAfter(int survived) {
        AtomicInteger left = new AtomicInteger(survived);
        return request -> {
            boolean dead = left.get() < 0 || StoredFilter.isOfGrowth(request) && left.getAndDecrement() <= 0;
            if (dead) {
                left.set(-1);
            }
            return dead ? ScriptedServer.DEAD_CLIENT : null;
        };
    }

    private static List<String> addUntilDeath(BloomFilter<CharSequence> dying, List<String> elements) {
        List<String> added = new ArrayList<>();
        try {
            for (String element : elements) {
                dying.add(element);
                added.add(element);
            }
        } catch (BackendException death) {
            assertTrue(String.valueOf(death.getMessage()).contains("this client is dead"), death.toString());
        }
        return added;
    }

    /** One client is held just before it claims a layer, until another one has grown the filter. */
    @Test
    @Checks("6.10")
    @Needs(Capability.SERVER)
    void twoClientsThatGrowAtOnceMakeOneLayer() throws Exception {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        FilterSpec spec = growing(CAPACITY, PARTITIONS).build();
        BloomFilter<CharSequence> fast = open(connect(Target.standalone(server.uri())), spec);
        BloomFilter<CharSequence> slow = open(connect(Target.standalone(front.uri())), spec);
        CompletableFuture<Boolean> claims = new CompletableFuture<>();
        CountDownLatch grown = new CountDownLatch(1);
        front.answer(request -> holdClaim(request, claims, grown));
        List<String> ofSlow = words("slow-", 500);
        List<String> ofFast = words("fast-", 200);
        List<Integer> found = Together.call(List.of(
                () -> {
                    try {
                        addInBatches(slow, ofSlow);
                        return count(slow.mightContainAll(ofSlow));
                    } finally {
                        claims.complete(false);
                    }
                },
                () -> {
                    try {
                        assertTrue(claims.get(PATIENT.toSeconds(), TimeUnit.SECONDS), "the slow client claims a layer");
                        addInBatches(fast, ofFast);
                        assertEquals(2, fast.description().layers().size());
                    } finally {
                        grown.countDown();
                    }
                    return count(fast.mightContainAll(ofFast));
                }));
        assertEquals(List.of(500, 200), found);
        assertEquals(500, count(fast.mightContainAll(ofSlow)));
        assertEquals(200, count(slow.mightContainAll(ofFast)));
        try (RespClient redis = server.client()) {
            assertEquals(keysOf(fast, PARTITIONS, 2), redis.keys("*"));
            StoredFilter.assertStoredLayers(redis, spec.name(), 2);
        }
    }

    private static @Nullable String holdClaim(
            Request request, CompletableFuture<Boolean> claims, CountDownLatch grown) {
        if (StoredFilter.claimsLayer(request)) {
            claims.complete(true);
            Await.until("the other client has grown the filter", PATIENT, () -> grown.getCount() == 0);
        }
        return null;
    }

    @Test
    @Checks("6.12")
    void aVersionThatWasWrittenForAnotherPastIsOfNoAccount() {
        FilterSpec spec = growing(CAPACITY, PARTITIONS).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> elements = words("word-", 1500);
        try (RespClient redis = standalone().client()) {
            StoredFilter.addVersionOfAnotherPast(redis, spec.name());
            assertEquals(1, open(filters(), spec).description().layers().size());
            addInBatches(filter, elements);
            assertEquals(3, filter.description().layers().size());
        }
        assertEquals(1500, count(open(filters(), spec).mightContainAll(elements)));
    }
}
