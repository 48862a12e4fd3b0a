package io.polybloom.internal.claims;

import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimsTest {

    private static final String TOKEN = "0123456789abcdef";

    private final ClaimsScene scene = new ClaimsScene(clicks(3));
    private final Claims<CharSequence> claims = scene.filter.claims("orders-0");

    @Test
    void givesItAlsoInCallsOfOtherSizes() {
        scene.filter.add("old");
        claims.addAll(7, List.of("a", "old", "b"));
        assertFalse(claims.add(8, "old"));
        assertTrue(claims.add(9, "b"));
        assertArrayEquals(new boolean[] {true, true, false}, claims.addAll(6, List.of("before", "a", "old")));
    }

    @Test
    void keepsNoClaimOfWhatWasThere() {
        scene.filter.add("old");
        assertFalse(claims.add(1, "old"));
        assertEquals(List.of(), scene.stored());
        claims.addAll(2, List.of("old", "new"));
        assertEquals(1, claims.unsettled());
    }

    @Test
    void answersWhatMayHaveBeenAddedByACallWithoutAnswer() {
        scene.filter.claims("orders-0").add(1, "known");
        scene.redis.before = batch -> {
            if (batch.isWrite() && batch.commands().get(0).verb() == Verb.BITFIELD) {
                scene.redis.before = ignored -> {};
                execute(batch.commands().get(0));
                scene.cut(Verb.BITFIELD);
            }
        };
        PartialBulkException failed = assertThrows(PartialBulkException.class, () -> claims.addAll(2, List.of("a")));
        assertEquals(List.of(ElementOutcome.UNKNOWN), failed.outcomes());
        scene.mend();
        assertTrue(scene.filter.mightContain("a"));
        assertArrayEquals(new boolean[] {true}, scene.restarted().addAll(2, List.of("a")));
    }

    /** As the server would if only its answer were lost. */
    private void execute(Command command) {
        scene.redis.send(new Batch(0, 0, List.of(command)));
    }

    @Test
    void doesNotClaimWhatWasCertainlyNotWritten() {
        scene.filter.add("old");
        scene.redis.answerInstead =
                command -> command.verb() == Verb.BITFIELD ? Reply.Failure.ofServer("OOM no", null) : null;
        BackendException refused = assertThrows(BackendException.class, () -> claims.add(1, "old"));
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
        scene.mend();
        assertFalse(claims.add(1, "old"));
    }

    /** A full server refuses claims, but removes them. */
    @Test
    void keepsItsClaimsIfThoseThatStayAreRefused() {
        scene.filter.add("old");
        scene.redis.answerInstead = command -> isOfTwoWithBits(command) ? Reply.Failure.ofServer("OOM no", null) : null;
        PartialBulkException refused =
                assertThrows(PartialBulkException.class, () -> claims.addAll(2, List.of("old", "a")));
        assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.NEW), refused.outcomes());
        scene.mend();
        assertArrayEquals(new boolean[] {true, true}, scene.restarted().addAll(2, List.of("old", "a")));
    }

    private static boolean isOfTwoWithBits(Command command) {
        return command.verb() == Verb.ZADD
                && new String(command.arguments()[1], StandardCharsets.UTF_8).matches("\\w+\\.2\\.\\w+\\.2");
    }

    @Test
    void aRefusedElementIsNotClaimed() {
        ClaimsScene full = new ClaimsScene(FilterSpec.named("full")
                .capacity(20)
                .overCapacity(OverCapacity.REJECT)
                .build());
        assertThrows(PartialBulkException.class, () -> full.filter.addAll(words(60)));
        Claims<CharSequence> writer = full.filter.claims("orders-0");
        PartialBulkException refused =
                assertThrows(PartialBulkException.class, () -> writer.addAll(1, List.of("word-0", "a", "b")));
        assertEquals(
                List.of(ElementOutcome.PRESENT, ElementOutcome.REFUSED, ElementOutcome.REFUSED), refused.outcomes());
        assertEquals(0, writer.unsettled());
        assertThrows(OverCapacityException.class, () -> writer.add(2, "a"));
        assertFalse(writer.add(1, "word-0"));
        full.filter.clear();
        assertTrue(writer.add(2, "a"));
        assertEquals(1, writer.unsettled());
    }

    @Test
    void claimsThousandsInPieces() {
        List<String> words = words(3_000);
        boolean[] first = claims.addAll(5, words);
        assertEquals(3, scene.stored().size());
        assertArrayEquals(first, scene.restarted().addAll(5, words));
        assertArrayEquals(first, claims.addAll(5, words));
        claims.settle(3_004);
        assertEquals(List.of(), scene.stored());
    }

    /** Calls that fail again and again do not fill the memory. */
    @Test
    void takesThePlaceOfEarlierClaims() {
        for (int i = 0; i < 200; i++) {
            scene.restarted().addAll(7, List.of("a", "b"));
        }
        assertTrue(scene.stored().size() < 40, scene.stored().toString());
        assertEquals(2, claims.unsettled());
    }

    @Test
    void refusesDeliveriesThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> claims.add(-1, "a"));
        String several = assertThrows(
                        IllegalArgumentException.class, () -> claims.addAll(Long.MAX_VALUE, List.of("a", "b")))
                .getMessage();
        assertTrue(several.startsWith("the 2 deliveries from 9223372036854775807 on must be numbered"), several);
        String one = assertThrows(IllegalArgumentException.class, () -> claims.settle(-1))
                .getMessage();
        assertTrue(one.startsWith("the delivery -1 must be numbered from 0 to "), one);
        assertThrows(IllegalArgumentException.class, () -> scene.filter.claims("with space"));
        assertThrows(IllegalArgumentException.class, () -> scene.filter.claims("a:new"));
        assertThrows(IllegalArgumentException.class, () -> scene.filter.claims(""));
        assertThrows(NullPointerException.class, () -> claims.add(1, null));
        assertEquals(0, scene.redis.sets.size());
        assertTrue(claims.add(Long.MAX_VALUE, "a"));
        assertTrue(claims.add(Long.MAX_VALUE, "a"));
    }

    @Test
    void sendsNothingForNothing() {
        int sent = scene.redis.batches.size();
        assertEquals(0, claims.addAll(7, List.of()).length);
        assertEquals(sent, scene.redis.batches.size());
        claims.settle(7);
        assertEquals(0, claims.unsettled());
        assertEquals(0, scene.redis.sets.size(), "nothing is made for a settlement");
    }

    @Test
    void takesTwoToFourRoundTrips() {
        ClaimsScene one = new ClaimsScene(clicks(1));
        Claims<CharSequence> writer = one.filter.claims("orders-0");
        writer.add(1, "known");
        one.redis.batches.clear();
        writer.add(2, "a");
        assertEquals(2, one.redis.batches.size());
        writer.add(3, "a");
        assertEquals(2 + 3, one.redis.batches.size());
        writer.addAll(4, List.of("a", "b"));
        assertEquals(2 + 3 + 4, one.redis.batches.size());
    }

    @Test
    void lostClaimsAreAnException() {
        claims.add(1, "a");
        scene.redis.remove(scene.key());
        assertThrows(LostDataException.class, () -> claims.add(1, "a"));
        assertThrows(LostDataException.class, () -> claims.settle(1));
        assertThrows(LostDataException.class, claims::unsettled);
        PartialBulkException lost =
                assertThrows(PartialBulkException.class, () -> scene.restarted().addAll(1, List.of("a")));
        assertEquals(List.of(ElementOutcome.UNKNOWN), lost.outcomes());
        assertEquals(Set.of(), scene.redis.sets.keySet(), "what the claim has made anew is removed");
        assertTrue(scene.filter.claims("orders-1").add(1, "b"));
        scene.filter.clear();
        assertTrue(claims.add(1, "a"));
    }

    @Test
    void claimsThatAreLostAfterTheAddAreAnExceptionWithTheAnswers() {
        claims.add(1, "a");
        scene.redis.before = batch -> {
            if (batch.isWrite() && batch.commands().get(0).verb() == Verb.BITFIELD) {
                scene.redis.sets.clear();
            }
        };
        PartialBulkException lost = assertThrows(PartialBulkException.class, () -> claims.addAll(2, List.of("a", "b")));
        assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.NEW), lost.outcomes());
        assertTrue(lost.getCause() instanceof LostDataException);
        assertEquals(Set.of(), scene.redis.sets.keySet());
    }

    @Test
    void aNearCacheKnowsNothingAfterLostClaims() {
        BloomFilter<CharSequence> knowing = knowing("a");
        Claims<CharSequence> lost = knowing.claims("orders-0");
        lost.add(1, "b");
        scene.redis.remove(scene.key());
        assertThrows(LostDataException.class, () -> lost.add(2, "c"));
        assertTrue(asks(knowing, "a"));
    }

    @Test
    void aNearCacheKnowsNothingAfterClaimsThatAreLostAtBirth() {
        BloomFilter<CharSequence> knowing = knowing("a");
        scene.redis.before = batch -> {
            if (batch.commands().get(0).verb() == Verb.PERSIST) {
                scene.redis.sets.clear();
            }
        };
        assertThrows(LostDataException.class, () -> knowing.claims("orders-0").add(2, "c"));
        assertTrue(asks(knowing, "a"));
    }

    /** Returns a filter with a near cache that knows an element. */
    private BloomFilter<CharSequence> knowing(String element) {
        NearCache cache = NearCache.ofMemory(1 << 20).timedBy(() -> 42);
        BloomFilter<CharSequence> knowing = TestFilters.open(
                scene.redis, scene.spec, FilterOptions.defaults().nearCache(cache));
        knowing.add(element);
        assertFalse(asks(knowing, element));
        return knowing;
    }

    private boolean asks(BloomFilter<CharSequence> filter, String element) {
        scene.redis.batches.clear();
        assertTrue(filter.mightContain(element));
        return !scene.redis.batches.isEmpty();
    }

    @Test
    void claimsAnewWhenTheFilterIsClearedInBetween() {
        claims.add(1, "known");
        scene.redis.once(
                batch -> batch.isWrite() && batch.commands().get(0).verb() == Verb.BITFIELD,
                () -> TestFilters.open(scene.redis, scene.spec).clear());
        assertArrayEquals(new boolean[] {true, true}, claims.addAll(2, List.of("a", "b")));
        assertEquals(1, scene.redis.sets.size());
        assertArrayEquals(new boolean[] {true, true}, scene.restarted().addAll(2, List.of("a", "b")));
    }

    /** Another client makes the claims of the writer between two commands of this one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void usesTheClaimsOfTheOneWhoWasFaster(int commands) {
        int[] left = {commands};
        scene.redis.before = batch -> {
            if (isOfWriters(batch) && left[0]-- == 0) {
                scene.redis.before = later -> {};
                assertTrue(scene.restarted().add(7, "x"));
            }
        };
        assertTrue(claims.add(8, "y"));
        assertEquals(1, scene.redis.sets.size(), "the slower one has removed what it had made");
        assertTrue(scene.restarted().add(7, "x"));
        assertTrue(scene.restarted().add(8, "y"));
        assertEquals(Set.of(), scene.redis.expiries.keySet());
    }

    private static boolean isOfWriters(Batch batch) {
        return batch.commands().stream()
                .anyMatch(command -> new String(command.key(), StandardCharsets.UTF_8).contains(":writers:"));
    }

    /** A client that has died before it has used the claims that it has made. */
    @Test
    void keepsClaimsThatTheirMakerHasNotUsed() {
        scene.redis.answerInstead = command -> command.verb() == Verb.PERSIST ? Reply.Failure.noAnswer(null) : null;
        assertThrows(BackendException.class, () -> claims.add(7, "x"));
        scene.mend();
        assertTrue(scene.restarted().add(7, "x"));
        assertEquals(1, scene.redis.sets.size());
        assertEquals(Set.of(), scene.redis.expiries.keySet());
    }

    @Test
    void aClearRemovesTheClaimsOfAllWriters() {
        claims.add(1, "a");
        scene.filter.claims("orders-1").add(1, "b");
        assertEquals(2, scene.redis.sets.size());
        scene.filter.clear();
        assertEquals(Set.of(), scene.redis.sets.keySet());
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.COPY), scene.redis.hashes.keySet());
        assertTrue(claims.add(1, "a"));
    }

    @Test
    void claimsExpireADayAfterTheFilter() {
        claims.add(1, "a");
        scene.filter.expire(Duration.ofMinutes(5));
        long instant = StoredConfig.expireAt(scene.redis) + Duration.ofDays(1).toMillis();
        assertEquals(instant, scene.redis.expiries.get(scene.key()));
        scene.filter.claims("orders-1").add(1, "a");
        for (String key : scene.redis.sets.keySet()) {
            assertEquals(instant, scene.redis.expiries.get(key), key);
        }
        scene.filter.persist();
        for (String key : scene.redis.sets.keySet()) {
            assertFalse(scene.redis.expiries.containsKey(key), key);
        }
    }

    @Test
    void filtersOfOtherSystemsHaveNone() {
        BloomFilter<CharSequence> foreign = TestFilters.open(
                scene.redis, FilterSpec.named("foreign").layout("recorded").capacity(1000));
        UnsupportedFilterException refused =
                assertThrows(UnsupportedFilterException.class, () -> foreign.claims("orders-0"));
        assertTrue(refused.getMessage().contains("native layout"), refused.getMessage());
    }

    private static Claim claim(long first, int size, int... places) {
        BitSet claimed = new BitSet();
        for (int place : places) {
            claimed.set(place);
        }
        return new Claim(first, size, TOKEN, claimed);
    }

    @Test
    void writesTheLastDeliveryFirst() {
        assertEquals("000000000000000a.1." + TOKEN, claim(10, 1, 0).text());
        assertEquals("000000000000000c.3." + TOKEN + ".5", claim(10, 3, 0, 2).text());
        assertEquals("000000000000000c.3." + TOKEN, claim(10, 3, 0, 1, 2).text());
    }

    @Test
    void readsWhatItHasWritten() {
        for (long first : new long[] {0, 1, 9_007_199_254_740_993L, Long.MAX_VALUE - 1023}) {
            for (Claim claim :
                    new Claim[] {claim(first, 1024, 0, 7, 8, 1023), claim(first, 9, 8), claim(first, 2, 0, 1)}) {
                assertEquals(claim, Claim.read("clicks", claim.text()));
            }
        }
    }

    @Test
    void findsEveryClaimThatMayHoldADelivery() {
        long delivery = 5_000;
        for (int before = 0; before < Claim.MOST; before++) {
            String text = claim(delivery - before, Claim.MOST, before).text();
            assertTrue(text.compareTo(Claim.least(delivery)) >= 0, text);
            assertTrue(text.compareTo(Claim.greatest(Claim.furthest(delivery))) <= 0, text);
        }
        assertEquals(Long.MAX_VALUE, Claim.furthest(Long.MAX_VALUE - 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "000000000000000c.3.0123456789abcde",
                "000000000000000c.0.0123456789abcdef",
                "000000000000000c.1025.0123456789abcdef",
                "000000000000000c.14.0123456789abcdef",
                "000000000000000c.3.0123456789abcdef.8",
                "000000000000000c.3.0123456789abcdef.x",
                "000000000000000c.3.0123456789abcdef.1.1"
            })
    void refusesWhatIsNoClaim(String text) {
        assertThrows(ForeignDataException.class, () -> Claim.read("clicks", text));
    }
}
