package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several clients that create one filter at the same time. */
public abstract class CreatorTests extends KitTests {

    @Test
    @Checks("5.03")
    void concurrentCreatorsAgreeOnOneFilter() throws Exception {
        List<BloomFilters> clients = List.of(filters(), filters());
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            for (int round = 0; round < 20; round++) {
                FilterSpec spec = fresh().capacity(10_000).partitions(16).build();
                assertCreatorsAgree(spec, clients, threads);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Each client opens the filter twice, so that some clients open it after others have finished. */
    private void assertCreatorsAgree(FilterSpec spec, List<BloomFilters> clients, ExecutorService threads)
            throws Exception {
        List<Future<List<String>>> opened = IntStream.range(0, 6)
                .mapToObj(i -> threads.submit(() -> {
                    BloomFilters client = clients.get(i % 2);
                    return List.of(generation(client, spec), generation(client, spec));
                }))
                .toList();
        Set<String> agreed = new HashSet<>();
        for (Future<List<String>> generations : opened) {
            agreed.addAll(generations.get(PATIENT.toSeconds(), TimeUnit.SECONDS));
        }
        assertEquals(1, agreed.size(), agreed + " are the generations of six creators");
        try (RespClient redis = standalone().client()) {
            assertEquals(16, StoredFilter.keysOfPartitions(redis, spec.name()).size());
        }
    }

    private static String generation(BloomFilters client, FilterSpec spec) {
        return open(client, spec).description().generation();
    }

    /** The creator's first command about a partition is held until another client has created the filter. */
    @Test
    @Checks("5.03")
    @Needs(Capability.SERVER)
    void aCreatorThatIsOvertakenLeavesNothingBehind() throws Exception {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        FilterSpec spec = fresh().capacity(1000).partitions(2).build();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        front.answer(request -> {
            if (StoredFilter.isOfPartition(request.text(1))) {
                held.countDown();
                await(released);
            }
            return null;
        });
        BloomFilters slow = connect(Target.standalone(front.uri()));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<String> overtaken = thread.submit(() -> generation(slow, spec));
            Await.until("it is held, or has ended", PATIENT, () -> held.getCount() == 0 || overtaken.isDone());
            String created = generation(connect(Target.standalone(server.uri())), spec);
            released.countDown();
            assertEquals(created, overtaken.get(PATIENT.toSeconds(), TimeUnit.SECONDS));
        } finally {
            released.countDown();
            thread.shutdownNow();
        }
        try (RespClient redis = server.client()) {
            assertEquals(2, StoredFilter.keysOfPartitions(redis, spec.name()).size());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(PATIENT.toSeconds(), TimeUnit.SECONDS), "the other client does not go on");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
