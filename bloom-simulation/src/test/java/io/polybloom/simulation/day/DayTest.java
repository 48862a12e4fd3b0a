package io.polybloom.simulation.day;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.FilterOperations;
import io.polybloom.simulation.redis.Replication;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.step.Environment;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * One day of a filter that forgets after six hours, in slices of an hour. Two clients whose clocks are an hour apart
 * take turns. A short run has few events; the whole day, 10,000,000 events, is
 *
 * <pre>
 * ./mvnw -pl bloom-simulation -am test -Dtest=DayTest -Dsimulation.events=10000000 \
 *     -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>Everything is seeded, so a run with the same number of events gives the same counts: once it has passed, it cannot
 * fail by chance. Another seed would fail a correct filter with a probability of about 1e-7: it checks less than 100
 * bounds, each of which is exceeded with a probability of 1e-9.
 */
class DayTest {

    private static final int EVENTS = Integer.getInteger("simulation.events", 120_000);
    private static final int HOURS = 24;
    private static final int SLICES = 6;
    private static final Duration SPAN = Duration.ofHours(SLICES);
    private static final long SLICE = SPAN.toMillis() / SLICES;
    private static final double RATE = 0.01;
    private static final int PARTITIONS = 2;
    private static final int CALLS = 40;
    private static final long SEED = 20;

    /** The last call of a slice begins so long before its end that it does not end before it. */
    private static final long BEFORE_THE_END = 50;

    private static final long MILLIS_OF_A_BATCH = 20;
    private static final double FALSE_ALARM = 1e-9;

    /** The bits that are set vary, too; the rate that the theory knows is that of the mean. */
    private static final double SHARE_OF_THEORY = 0.9;

    private final SimulatedClock clock = new SimulatedClock();
    private final SimulatedServer server = new SimulatedServer(clock.ofServer(0), Replication.NONE);
    private final BlockingDriver driver = new BlockingDriver(new ServerTransport(server, clock, MILLIS_OF_A_BATCH));
    private final AtomicLong ids = new AtomicLong();
    private final long begin = (clock.millis() / SLICE + 1) * SLICE;
    private final int perCall = EVENTS / HOURS / CALLS;
    private final Events events = new Events(perCall, perCall * CALLS, SLICES, HOURS, SEED);

    /** When the last add of each element had ended. */
    private final long[] remembered = new long[events.count()];

    private long mostKeys;
    private long forgottenInAll;
    private long falselySeenInAll;
    private long falselyPresentInAll;

    @Test
    void everythingIsRememberedForTheSpanAndForgottenOneSliceLater() {
        Arrays.fill(remembered, Long.MIN_VALUE);
        clock.advance(begin - clock.millis());
        FilterSpec spec = FilterSpec.named("day")
                .capacity((long) SLICES * events.mostDistinct())
                .falsePositiveRate(RATE)
                .partitions(PARTITIONS)
                .window(SPAN, SLICES)
                .build();
        List<FilterOperations<Long>> clients = List.of(open(spec, Duration.ZERO), open(spec, Duration.ofHours(1)));
        for (int hour = 0; hour < HOURS; hour++) {
            spend(hour, clients);
        }
        System.out.printf(
                "a day of %,d events, %,d elements: %,d were forgotten or fresh, %,d of them called seen (%.3f %%);"
                        + " at the ends of slices %.3f %% of absent elements; at most %d keys of partitions%n",
                events.count(),
                events.elements(),
                forgottenInAll,
                falselySeenInAll,
                100.0 * falselySeenInAll / forgottenInAll,
                100.0 * falselyPresentInAll / HOURS / probes(),
                mostKeys);
        assertEquals(PARTITIONS, mostKeys, "one key for each partition");
    }

    private FilterOperations<Long> open(FilterSpec spec, Duration ahead) {
        InstantSource own = () -> clock.instant().plus(ahead);
        FilterEngine engine = new FilterEngine(new Environment(1, own, () -> "%016x".formatted(ids.incrementAndGet())));
        return driver.run(engine.<Long>open(spec, Funnels.longFunnel(), FilterOptions.defaults()));
    }

    private void spend(int hour, List<FilterOperations<Long>> clients) {
        long end = begin + (hour + 1) * SLICE;
        long forgotten = 0;
        long falselySeen = 0;
        for (int call = 0; call < CALLS; call++) {
            boolean isLast = call == CALLS - 1;
            if (isLast) {
                goOnTo(end - SLICE / CALLS);
                measureRate(hour, clients.get(hour % 2));
            }
            goOnTo(isLast ? end - BEFORE_THE_END : end - SLICE + call * (SLICE / CALLS));
            int first = (hour * CALLS + call) * perCall;
            long since = clock.millis();
            boolean[] fresh = driver.run(clients.get(call % 2).addAll(numbers(first)));
            assertTrue(!isLast || clock.millis() >= end, "a call goes on into the next slice");
            for (int i = 0; i < perCall; i++) {
                int element = events.element(first + i);
                long last = remembered[element];
                String event = "event " + (first + i) + " of element " + element;
                assertFalse(fresh[i] && last != Long.MIN_VALUE && clock.millis() - last < SPAN.toMillis(), event);
                boolean isForgotten = last == Long.MIN_VALUE || since - last >= SPAN.toMillis() + SLICE;
                forgotten += isForgotten ? 1 : 0;
                falselySeen += isForgotten && !fresh[i] ? 1 : 0;
                remembered[element] = clock.millis();
            }
            countKeys();
        }
        assertTrue(
                falselySeen <= new Binomial(forgotten, RATE).most(FALSE_ALARM),
                "hour " + hour + ": " + falselySeen + " of " + forgotten + " were called seen");
        forgottenInAll += forgotten;
        falselySeenInAll += falselySeen;
    }

    /** At the end of a slice all slices that are remembered are as full as they get. */
    private void measureRate(int hour, FilterOperations<Long> client) {
        List<Long> absent = LongStream.range(0, probes())
                .mapToObj(i -> -1 - hour * (long) probes() - i)
                .toList();
        boolean[] present = driver.run(client.mightContainAll(absent));
        int count = 0;
        for (boolean each : present) {
            count += each ? 1 : 0;
        }
        Geometry slice = client.description().geometry();
        double absentEverywhere = 1;
        for (int i = Math.max(0, hour - SLICES); i <= hour; i++) {
            // The last call of this hour has not come yet.
            double elements = events.distinct(i) * (i == hour ? 1 - 1.0 / CALLS : 1);
            absentEverywhere *= 1
                    - Layouts.get(Layouts.CLASSIC)
                            .expectedFalsePositiveRate(elements, slice.totalBits(), slice.hashes());
        }
        double expected = SHARE_OF_THEORY * (1 - absentEverywhere);
        assertTrue(count <= new Binomial(probes(), RATE).most(FALSE_ALARM), "hour " + hour + ": " + count);
        assertTrue(count >= new Binomial(probes(), expected).least(FALSE_ALARM), "hour " + hour + ": " + count);
        falselyPresentInAll += count;
    }

    private static int probes() {
        return Math.min(20_000, EVENTS / HOURS);
    }

    private void countKeys() {
        long keys = StreamSupport.stream(server.keys().keys().spliterator(), false)
                .filter(key -> StoredFilter.isPlace(key, "day"))
                .count();
        assertTrue(keys <= PARTITIONS, keys + " keys");
        mostKeys = Math.max(mostKeys, keys);
    }

    private List<Long> numbers(int first) {
        List<Long> numbers = new ArrayList<>(perCall);
        for (int i = first; i < first + perCall; i++) {
            numbers.add((long) events.element(i));
        }
        return numbers;
    }

    private void goOnTo(long millis) {
        clock.advance(Math.max(0, millis - clock.millis()));
    }
}
