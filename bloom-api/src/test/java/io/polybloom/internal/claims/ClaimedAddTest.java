package io.polybloom.internal.claims;

import static io.polybloom.TestFilters.clicks;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimedAddTest {

    private static final long BEYOND_DOUBLES = (1L << 53) + 1;

    private final ClaimsScene scene = new ClaimsScene(clicks(3));
    private final Claims<CharSequence> claims = scene.filter.claims("orders-0");

    @Test
    void givesARepeatedDeliveryItsFirstAnswerAgain() {
        scene.filter.add("old");
        boolean[] first = claims.addAll(BEYOND_DOUBLES, List.of("old", "a", "b", "a"));
        assertArrayEquals(new boolean[] {false, true, true, false}, first);
        assertArrayEquals(first, claims.addAll(BEYOND_DOUBLES, List.of("old", "a", "b", "a")));
        assertArrayEquals(first, scene.restarted().addAll(BEYOND_DOUBLES, List.of("old", "a", "b", "a")));
    }

    @Test
    void givesItAlsoInCallsOfOtherSizes() {
        scene.filter.add("old");
        claims.addAll(7, List.of("a", "old", "b"));
        assertFalse(claims.add(8, "old"));
        assertTrue(claims.add(9, "b"));
        assertArrayEquals(new boolean[] {true, true, false}, claims.addAll(6, List.of("before", "a", "old")));
    }

    @Test
    void anotherDeliveryOfTheSameElementIsADuplicate() {
        assertTrue(claims.add(1, "a"));
        assertFalse(claims.add(2, "a"));
        assertFalse(scene.filter.claims("orders-1").add(1, "a"));
        assertFalse(scene.filter.add("a"));
        assertFalse(claims.add(2, "a"));
        assertTrue(claims.add(1, "a"));
    }

    @Test
    void forgetsWhatIsSettled() {
        claims.addAll(10, List.of("a", "b"));
        claims.add(12, "c");
        assertEquals(3, claims.unsettled());
        claims.settle(10);
        assertEquals(3, claims.unsettled(), "a call is forgotten as a whole");
        claims.settle(11);
        assertEquals(1, claims.unsettled());
        assertArrayEquals(new boolean[] {false, false, true}, claims.addAll(10, List.of("a", "b", "c")));
        claims.settle(Long.MAX_VALUE);
        assertEquals(0, claims.unsettled());
        assertEquals(List.of(), scene.stored());
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
        assertThrows(IllegalArgumentException.class, () -> claims.addAll(Long.MAX_VALUE, List.of("a", "b")));
        assertThrows(IllegalArgumentException.class, () -> claims.settle(-1));
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
    void costsOneRoundTripMoreForWhatIsNew() {
        claims.add(1, "known");
        int sent = scene.redis.batches.size();
        claims.add(2, "a");
        assertEquals(2, scene.redis.batches.size() - sent);
    }

    @Test
    void anAddWithoutAClaimSendsNothingAboutClaims() {
        claims.add(1, "known");
        int sent = scene.redis.batches.size();
        scene.filter.add("b");
        scene.filter.addAll(List.of("c", "d"));
        List<Batch> batches = scene.redis.batches.subList(sent, scene.redis.batches.size());
        assertTrue(batches.stream()
                .flatMap(batch -> batch.commands().stream())
                .allMatch(command -> command.verb() == Verb.BITFIELD));
    }
}
