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
}
