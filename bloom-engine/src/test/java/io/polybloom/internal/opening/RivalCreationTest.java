package io.polybloom.internal.opening;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterOptions;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.Flight;
import io.polybloom.driver.PrimaryProof;
import io.polybloom.internal.state.FilterState;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Clients that create one filter at the same moment and name two independent servers in different orders. */
class RivalCreationTest {

    /** More batches than an opening sends until nothing can change its outcome any more. */
    private static final int LONG = 12;

    private final MemoryRedis one = new MemoryRedis();
    private final MemoryRedis other = new MemoryRedis();
    private final MemoryRedis third = new MemoryRedis();

    /** The servers in the order of one client. */
    private record Servers(List<MemoryRedis> order) implements Transport<InFlight> {

        Servers(MemoryRedis... order) {
            this(List.of(order));
        }

        @Override
        public InFlight send(Batch batch) {
            return order.get(batch.server()).send(batch);
        }

        @Override
        public int servers() {
            return order.size();
        }
    }

    /** A client that opens the filter, one batch after another. */
    private static final class Opener {

        private final Servers servers;
        private @Nullable Step<?> step;
        private @Nullable Flight flight;
        private @Nullable RuntimeException failure;

        /** Creates a client; of two, the one with the smaller id has the right of way. */
        Opener(int id, Servers servers) {
            this.servers = servers;
            int[] drawn = {0};
            Environment environment = new Environment(
                    servers.servers(), InstantSource.system(), () -> "%x%015x".formatted(id, drawn[0]++));
            goOn(() -> new FilterEngine(environment).open(clicks(servers.servers()), TEXT, FilterOptions.defaults()));
        }

        boolean isOver() {
            return step == null;
        }

        boolean hasOpened() {
            return isOver() && failure == null;
        }

        /** Sends a number of batches, one after another, as far as there are any. */
        void act(int batches) {
            for (int i = 0; i < batches && !isOver(); i++) {
                Flight current = Objects.requireNonNull(flight);
                Batch batch = Objects.requireNonNull(current.poll());
                current.answered(batch, servers.send(batch).await());
                Step<?> sending = step;
                goOn(() -> sending);
            }
        }

        private void goOn(Supplier<@Nullable Step<?>> next) {
            try {
                step = next.get();
                while (step instanceof Step.Send<?> send) {
                    flight = flight == null ? new Flight(send, servers, PrimaryProof.byWait(1)) : flight;
                    if (!flight.isOver()) {
                        return;
                    }
                    flight = null;
                    step = send.next().get();
                }
            } catch (BloomFilterException thrown) {
                failure = thrown;
            }
            step = null;
        }
    }

    private void startAnew() {
        for (MemoryRedis redis : List.of(one, other, third)) {
            redis.snapshot().keySet().forEach(redis::remove);
            redis.batches.clear();
        }
    }

    /** All schedules in which they take turns three times; then each sends a batch in turn, so that nobody starves. */
    @Test
    void oneWinsAndTheOtherIsRefused() {
        int[] wins = {0, 0};
        for (int schedule = 0; schedule < 2 * LONG * LONG * LONG; schedule++) {
            startAnew();
            List<Opener> both = List.of(
                    new Opener(schedule % 2, new Servers(one, other)),
                    new Opener(1 - schedule % 2, new Servers(other, one)));
            both.get(0).act(schedule / 2 % LONG);
            both.get(1).act(schedule / 2 / LONG % LONG);
            both.get(0).act(schedule / 2 / LONG / LONG);
            while (!both.get(0).isOver() || !both.get(1).isOver()) {
                both.get(1).act(1);
                both.get(0).act(1);
            }
            int winner = both.get(0).hasOpened() ? 0 : 1;
            wins[winner]++;
            int number = schedule;
            assertTrue(both.get(winner).hasOpened(), () -> "nobody in schedule " + number);
            SpecMismatchException refusal =
                    assertInstanceOf(SpecMismatchException.class, both.get(1 - winner).failure, () -> "in " + number);
            assertTrue(refusal.getMessage().contains("in another order"), refusal.getMessage());
            requireOneFilter(both.get(winner).servers);
        }
        assertTrue(wins[0] > 0 && wins[1] > 0, "both orders win");
    }

    /** They have claimed one filter, and each would complete it in the places where it looks for the partitions. */
    @Test
    void aFilterHasEachPartitionInOnePlace() {
        int refused = 0;
        for (int schedule = 0; schedule < LONG * LONG * LONG; schedule++) {
            startAnew();
            Opener direct = new Opener(1, new Servers(one, other, third));
            Opener exchanged = new Opener(2, new Servers(one, third, other));
            direct.act(schedule % LONG);
            exchanged.act(schedule / LONG % LONG);
            direct.act(schedule / LONG / LONG);
            while (!direct.isOver() || !exchanged.isOver()) {
                exchanged.act(1);
                direct.act(1);
            }
            boolean isDirect = other.strings.keySet().stream().anyMatch(key -> key.contains("clicks:1"));
            requireOneFilter((isDirect ? direct : exchanged).servers);
            assertTrue((isDirect ? direct : exchanged).hasOpened(), "schedule " + schedule);
            refused += (isDirect ? exchanged : direct).failure instanceof SpecMismatchException ? 1 : 0;
        }
        // One that comes when the filter is ready opens it, and meets missing partitions when it uses it.
        assertTrue(refused > 0);
    }

    /** One of them stops for long: it may be that both are refused, but never that both go on. */
    @Test
    void aClientThatStopsMakesNoSecondFilter() {
        for (int schedule = 0; schedule < 2 * LONG * LONG; schedule++) {
            startAnew();
            Opener sleeper = new Opener(schedule % 2, new Servers(one, other));
            Opener rival = new Opener(1 - schedule % 2, new Servers(other, one));
            rival.act(schedule / 2 % LONG);
            sleeper.act(schedule / 2 / LONG);
            rival.act(Integer.MAX_VALUE);
            sleeper.act(Integer.MAX_VALUE);
            assertTrue(!sleeper.hasOpened() || !rival.hasOpened(), "schedule " + schedule);
        }
    }

    /** Others complete a claim that they find. */
    @Test
    void manyClientsMakeFiltersInOneOrderOnly() {
        Random random = new Random(16);
        for (int schedule = 0; schedule < 3_000; schedule++) {
            startAnew();
            List<Opener> all = Stream.of(4, 2, 3, 1)
                    .map(id -> new Opener(id, id % 2 == 0 ? new Servers(one, other) : new Servers(other, one)))
                    .toList();
            while (!all.stream().allMatch(Opener::isOver)) {
                all.get(random.nextInt(all.size())).act(1 + random.nextInt(2));
            }
            Set<MemoryRedis> orders = all.stream()
                    .filter(Opener::hasOpened)
                    .map(opener -> opener.servers.order().get(0))
                    .collect(Collectors.toSet());
            assertEquals(1, orders.size(), "schedule " + schedule);
        }
    }

    /** The client has died between the decision and the removal; the next one removes its remains. */
    @Test
    void aClaimThatWasGivenUpIsRemovedByTheNextClient() {
        Opener dying = new Opener(1, new Servers(one, other));
        while (!one.hashes.containsKey(StoredConfig.COPY)) {
            dying.act(1);
        }
        assertEquals("making", StoredConfig.phase(one));
        StoredConfig.write(one, FilterState::deleted);
        Opener winner = new Opener(2, new Servers(other, one));
        winner.act(Integer.MAX_VALUE);
        assertTrue(winner.hasOpened());
        Opener late = new Opener(3, new Servers(one, other));
        late.act(Integer.MAX_VALUE);
        assertInstanceOf(SpecMismatchException.class, late.failure);
        requireOneFilter(winner.servers);
    }

    private static void requireOneFilter(Servers servers) {
        MemoryRedis first = servers.order().get(0);
        assertTrue(StoredConfig.isReady(first));
        String layer = StoredConfig.state(first).filter().layerIds().get(0);
        for (int i = 0; i < servers.servers(); i++) {
            MemoryRedis server = servers.order().get(i);
            assertEquals(Set.of(StoredConfig.partition(layer, i)), server.strings.keySet());
            assertTrue(i == 0 || isFree(server), server.hashes::toString);
        }
    }

    /** A filter that was given up may have left the word that it was deleted. */
    private static boolean isFree(MemoryRedis server) {
        return server.hashes.isEmpty()
                || Set.of(StoredConfig.KEY, StoredConfig.COPY).equals(server.hashes.keySet())
                        && StoredConfig.phase(server).equals("deleted");
    }
}
