package io.polybloom.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.ClaimedDeliveries;
import io.polybloom.Claims;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.testing.SharedRedis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ClaimedDeliveriesTest {

    private final BloomFilter<String> filter = new BlockingBloomFilters(new SharedRedis().blocking())
            .open(
                    FilterSpec.named("clicks")
                            .capacity(10_000)
                            .falsePositiveRate(1e-9)
                            .build(),
                    Elements.strings());
    private final Claims<String> claims = filter.claims("orders-0");

    private ClaimedDeliveries<String> deliveries(int settleEvery) {
        return new ClaimedDeliveries<>(claims, settleEvery);
    }

    @Test
    void settlesNothingAtOrAboveAnOpenDelivery() {
        ClaimedDeliveries<String> deliveries = deliveries(1);
        for (long delivery = 1; delivery <= 4; delivery++) {
            assertTrue(deliveries.add(delivery, "event-" + delivery));
        }
        deliveries.done(1);
        deliveries.done(3);
        deliveries.done(4);
        assertEquals(3, claims.unsettled());
        assertEquals(1, deliveries.open());
        assertTrue(deliveries(1).add(2, "event-2"), "after a restart it is new again");
        assertFalse(deliveries(1).add(1, "event-1"), "settled");
        deliveries.done(2);
        assertEquals(0, claims.unsettled());
    }

    /** Delivery 1 fails here, the partition is revoked, and comes back when its next owner has processed 1 and 2. */
    @Test
    void whatFailedBeforeAPartitionWasRevokedIsForgotten() {
        ClaimedDeliveries.ByWriter<String> here = new ClaimedDeliveries.ByWriter<>(filter, 1);
        assertTrue(here.of("orders-0").add(1, "event-1"));
        assertTrue(here.of("orders-0").add(2, "event-2"));
        here.forget("orders-0");
        here.of("orders-0").done(2);
        assertEquals(2, claims.unsettled(), "the next owner gets both again");
        ClaimedDeliveries<String> nextOwner = deliveries(1);
        for (long delivery = 1; delivery <= 2; delivery++) {
            assertTrue(nextOwner.add(delivery, "event-" + delivery));
            nextOwner.done(delivery);
        }
        assertTrue(here.of("orders-0").add(3, "event-3"));
        assertEquals(1, here.open());
        here.of("orders-0").done(3);
        assertEquals(0, claims.unsettled());
    }

    @Test
    void aDuplicateLetsLaterDeliveriesBeSettled() {
        ClaimedDeliveries<String> deliveries = deliveries(1);
        filter.add("seen");
        assertFalse(deliveries.add(1, "seen"));
        assertEquals(0, deliveries.open());
        assertTrue(deliveries.add(2, "event-2"));
        deliveries.done(2);
        assertEquals(0, claims.unsettled());
    }

    @Test
    void settlesAsRarelyAsToldAndEverythingOnDemand() {
        ClaimedDeliveries<String> deliveries = deliveries(10);
        for (long delivery = 0; delivery < 9; delivery++) {
            deliveries.add(delivery, "event-" + delivery);
            deliveries.done(delivery);
        }
        assertEquals(9, claims.unsettled());
        deliveries.add(9, "event-9");
        deliveries.done(9);
        assertEquals(0, claims.unsettled());
        deliveries.add(10, "event-10");
        deliveries.done(10);
        deliveries.settle();
        assertEquals(0, claims.unsettled());
    }

    /** What an earlier run has claimed and not settled may still be delivered again. */
    @Test
    void settlesNothingBelowTheFirstDeliveryBeforeThatIsDone() {
        assertTrue(deliveries(1).add(5, "event-5"));
        ClaimedDeliveries<String> deliveries = deliveries(1);
        deliveries.add(6, "event-6");
        deliveries.add(7, "event-7");
        deliveries.done(7);
        assertTrue(deliveries(1).add(5, "event-5"));
    }

    @Test
    void doneOfADeliveryThatIsNotOpenHasNoEffect() {
        ClaimedDeliveries<String> deliveries = deliveries(1);
        deliveries.add(1, "event-1");
        deliveries.done(7);
        assertEquals(1, claims.unsettled());
        assertTrue(deliveries(1).add(1, "event-1"));
    }

    @Test
    void aDeliveryThatCouldNotBeClaimedStaysOpen() {
        ClaimedDeliveries<String> deliveries = new ClaimedDeliveries<>(new Refusing(claims), 1);
        assertThrows(IllegalStateException.class, () -> deliveries.add(1, "event-1"));
        assertTrue(deliveries.add(2, "event-2"));
        deliveries.done(2);
        assertEquals(1, claims.unsettled(), "2 is above a delivery whose outcome is unknown");
        assertTrue(deliveries.add(1, "event-1"));
        deliveries.done(1);
        assertEquals(0, claims.unsettled());
    }

    @Test
    void theHighestDeliveryIsSettled() {
        ClaimedDeliveries<String> deliveries = deliveries(1);
        assertTrue(deliveries.add(0, "first"));
        assertTrue(deliveries.add(Long.MAX_VALUE, "last"));
        deliveries.done(Long.MAX_VALUE);
        deliveries.done(0);
        assertEquals(0, claims.unsettled());
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> deliveries(0));
        assertThrows(IllegalArgumentException.class, () -> deliveries(1).add(-1, "event"));
        assertEquals(0, deliveries(1).open());
    }

    /** A delivery that comes late is not claimed while later ones are being settled: its claim would be removed. */
    @Test
    void settlesWhileNothingIsBeingClaimed() throws Exception {
        CountDownLatch settling = new CountDownLatch(1);
        CountDownLatch adding = new CountDownLatch(1);
        ClaimedDeliveries<String> deliveries = new ClaimedDeliveries<>(
                new Refusing(claims) {
                    @Override
                    public void settle(long upTo) {
                        settling.countDown();
                        awaitUninterruptibly(adding);
                        super.settle(upTo);
                    }
                },
                1);
        assertThrows(IllegalStateException.class, () -> deliveries.add(1, "event-1"));
        deliveries.add(1, "event-1");
        deliveries.add(3, "event-3");
        deliveries.done(3);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<?> done = threads.submit(() -> deliveries.done(1));
            awaitUninterruptibly(settling);
            Future<Boolean> late = threads.submit(() -> {
                adding.countDown();
                return deliveries.add(2, "event-2");
            });
            done.get();
            assertTrue(late.get());
        } finally {
            threads.shutdown();
        }
        assertTrue(deliveries(1).add(2, "event-2"), "its claim is there after a crash");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * A source delivers in order what was not acknowledged; several events are being processed at once and end in any
     * order; some fail and are repeated at once; the consumer crashes at random. The seed is fixed.
     */
    @Test
    void crashesLoseNothingAndRepeatWhatWasOpenOrAboveIt() {
        for (int settleEvery : new int[] {1, 7}) {
            Random random = new Random(settleEvery);
            int most = 8;
            int events = 2_000;
            Claims<String> claims = filter.claims("crashing-" + settleEvery);
            List<String> processed = new ArrayList<>();
            long acknowledged = 0;
            int crashes = 0;
            int repeatable = 0;
            while (acknowledged < events) {
                ClaimedDeliveries<String> deliveries = new ClaimedDeliveries<>(claims, settleEvery);
                Set<Long> finished = new HashSet<>();
                List<Long> inProgress = new ArrayList<>();
                long next = acknowledged;
                int left = crashes < 60 ? random.nextInt(80) : Integer.MAX_VALUE;
                while (acknowledged < events && left-- > 0) {
                    if (next < events && inProgress.size() < most && next < acknowledged + 3 * most) {
                        String event = settleEvery + "-" + next / 2; // each event comes twice
                        if (deliveries.add(next, event)) {
                            inProgress.add(next);
                        } else {
                            finished.add(next);
                        }
                        next++;
                    }
                    if (!inProgress.isEmpty() && random.nextInt(3) > 0) {
                        Collections.shuffle(inProgress, random);
                        long delivery = inProgress.get(0);
                        String event = settleEvery + "-" + delivery / 2;
                        if (random.nextInt(10) == 0) {
                            assertTrue(deliveries.add(delivery, event), "a failed delivery is new again");
                        } else {
                            processed.add(event);
                            if (left-- <= 0) {
                                break;
                            }
                            deliveries.done(delivery);
                            inProgress.remove(0);
                            finished.add(delivery);
                        }
                    }
                    while (finished.contains(acknowledged)) {
                        acknowledged++;
                    }
                }
                crashes++;
                repeatable += 3 * most + settleEvery;
            }
            assertEquals(events / 2, new HashSet<>(processed).size(), "settled every " + settleEvery);
            int repeats = processed.size() - events / 2;
            assertTrue(repeats > 0 && repeats <= repeatable, repeats + " of " + repeatable);
            assertTrue(crashes > 50, crashes + " crashes");
        }
    }

    /** Fails once, before anything is sent. */
    private static class Refusing implements Claims<String> {

        private final Claims<String> claims;
        private boolean refused;

        Refusing(Claims<String> claims) {
            this.claims = claims;
        }

        @Override
        public boolean[] addAll(long firstDelivery, List<? extends String> elements) {
            return claims.addAll(firstDelivery, elements);
        }

        @Override
        public boolean add(long delivery, String element) {
            if (!refused) {
                refused = true;
                throw new IllegalStateException("refused");
            }
            return claims.add(delivery, element);
        }

        @Override
        public void settle(long upTo) {
            claims.settle(upTo);
        }

        @Override
        public long unsettled() {
            return claims.unsettled();
        }
    }
}
