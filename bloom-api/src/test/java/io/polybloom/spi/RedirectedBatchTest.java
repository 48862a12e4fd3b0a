package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RedirectedBatchTest {

    private static final byte[] KEY = {'k'};
    private static final Command ADD = new Command(Verb.BITFIELD, KEY);
    private static final Command SET = new Command(Verb.SET, KEY);
    private static final Command WAIT = new Command(Verb.WAIT, KEY);
    private static final Reply ONE = new Reply.Int(1);
    private static final Reply TWO = new Reply.Int(2);
    private static final Reply NOBODY = new Reply.Int(0);
    private static final Reply.Failure MOVED = Reply.Failure.ofServer("MOVED 7 10.0.0.1:6379", null);
    private static final Reply.Failure ASK = Reply.Failure.ofServer("ASK 7 10.0.0.2:6380", null);

    private static final Reply OK = new Reply.Bytes(new byte[] {'O', 'K'});
    private static final Reply QUEUED = Reply.Failure.noAnswer(null);
    private static final Reply.Failure ABORTED = Reply.Failure.ofServer("EXECABORT discarded", null);

    private static RedirectedBatch of(Command... commands) {
        return new RedirectedBatch(new Batch(0, 0, List.of(commands)));
    }

    @Test
    void isNeededForGroupsAndWhereSomethingPrecedesTheWait() {
        assertTrue(RedirectedBatch.isNeededFor(new Batch(0, 0, List.of(ADD, WAIT))));
        assertTrue(RedirectedBatch.isNeededFor(new Batch(0, 0, List.of(ADD, new Command(Verb.WAITAOF, KEY)))));
        assertTrue(RedirectedBatch.isNeededFor(new Batch(0, 0, List.of(ADD)).asGroup()));
        assertFalse(RedirectedBatch.isNeededFor(new Batch(0, 0, List.of(ADD))));
        assertFalse(RedirectedBatch.isNeededFor(new Batch(0, 0, List.of(WAIT))));
        assertFalse(RedirectedBatch.isNeededFor(new Batch(0, 0, List.of(WAIT, ADD))));
    }

    @Test
    void repliesOfOneRoundAreThoseOfTheBatch() {
        RedirectedBatch batch = of(ADD, SET, WAIT);
        assertEquals(Optional.empty(), batch.take(List.of(ONE, ONE, TWO)));
        assertEquals(List.of(ONE, ONE, TWO), batch.replies());
    }

    /** The node that has redirected everything has executed nothing, so its replicas do not count. */
    @Test
    void theNodeThatHasExecutedEverythingCounts() {
        RedirectedBatch batch = of(ADD, SET, WAIT);
        assertEquals(Optional.of(MOVED), batch.take(List.of(MOVED, MOVED, TWO)));
        assertEquals("10.0.0.1:6379", RedirectedBatch.target(MOVED));
        assertFalse(RedirectedBatch.isAsk(MOVED));
        assertEquals(List.of(ADD, SET, WAIT), batch.commands());
        assertEquals(Optional.empty(), batch.take(List.of(ONE, ONE, ONE)));
        assertEquals(List.of(ONE, ONE, ONE), batch.replies());
    }

    /** Each WAIT waits only for what its own connection has propagated, and that may be nothing before the ADD. */
    @Test
    void aBatchThatTwoNodesHaveExecutedIsNotAcknowledged() {
        RedirectedBatch batch = of(SET, ADD, WAIT);
        assertEquals(Optional.of(ASK), batch.take(List.of(ASK, ONE, ONE)));
        assertTrue(RedirectedBatch.isAsk(ASK));
        assertEquals(List.of(SET, WAIT), batch.commands());
        assertEquals(Optional.empty(), batch.take(List.of(TWO, TWO)));
        assertEquals(List.of(TWO, ONE, NOBODY), batch.replies());
    }

    /** What was executed before a SET that went elsewhere may not have moved the offset of its connection. */
    @Test
    void nobodyHasAcknowledgedWhatIsNotFollowedByItsLastCommand() {
        RedirectedBatch batch = of(ADD, SET, WAIT);
        assertEquals(Optional.of(ASK), batch.take(List.of(ONE, ASK, TWO)));
        assertEquals(Optional.empty(), batch.take(List.of(ONE, TWO)));
        assertEquals(List.of(ONE, ONE, NOBODY), batch.replies());
    }

    @Test
    void bothNumbersOfAFileAreThoseOfNobody() {
        RedirectedBatch batch = of(SET, ADD, new Command(Verb.WAITAOF, KEY));
        batch.take(List.of(ASK, ONE, new Reply.Ints(new long[] {1, 2})));
        batch.take(List.of(ONE, new Reply.Ints(new long[] {1, 3})));
        assertArrayEquals(new long[] {0, 0}, ((Reply.Ints) batch.replies().get(2)).values());
    }

    @Test
    void aFailureOutweighsEveryNumber() {
        Reply lost = Reply.Failure.noAnswer(null);
        RedirectedBatch batch = of(SET, ADD, WAIT);
        batch.take(List.of(ASK, ONE, TWO));
        assertEquals(Optional.empty(), batch.take(List.of(lost, lost)));
        assertEquals(List.of(lost, ONE, lost), batch.replies());
    }

    @Test
    void redirectsThatDoNotEndAreFailures() {
        RedirectedBatch batch = of(ADD, WAIT);
        int rounds = 1;
        while (batch.take(List.of(MOVED, ONE)).isPresent()) {
            rounds++;
        }
        assertEquals(6, rounds);
        assertEquals(List.of(MOVED, MOVED), batch.replies());
    }

    @Test
    void aGroupFollowsAMoveAsAWhole() {
        RedirectedBatch batch = group();
        List<Verb> onTheWire = List.of(Verb.MULTI, Verb.SET, Verb.BITFIELD, Verb.EXEC);
        assertEquals(onTheWire, batch.commands().stream().map(Command::verb).toList());
        assertEquals(Optional.of(MOVED), batch.take(List.of(OK, MOVED, QUEUED, ABORTED)));
        assertEquals(onTheWire, batch.commands().stream().map(Command::verb).toList());
        assertEquals(Optional.empty(), batch.take(List.of(OK, QUEUED, QUEUED, new Reply.Many(List.of(ONE, TWO)))));
        assertEquals(List.of(ONE, TWO), batch.replies());
    }

    @Test
    void aGroupFollowsNoAskAndNothingThatMayHaveBeenApplied() {
        RedirectedBatch asked = group();
        assertEquals(Optional.empty(), asked.take(List.of(OK, ASK, QUEUED, ABORTED)));
        assertEquals(List.of(ASK, ASK), asked.replies());
        RedirectedBatch opened = group();
        assertEquals(Optional.empty(), opened.take(List.of(MOVED, ONE, ONE, ABORTED)));
        assertTrue(((Reply.Failure) opened.replies().get(0)).mayHaveBeenApplied());
    }

    @Test
    void aGroupThatIsMovedAgainAndAgainIsRefused() {
        RedirectedBatch batch = group();
        for (int i = 0; i < 5; i++) {
            assertEquals(Optional.of(MOVED), batch.take(List.of(OK, MOVED, QUEUED, ABORTED)));
        }
        assertEquals(Optional.empty(), batch.take(List.of(OK, MOVED, QUEUED, ABORTED)));
        assertEquals(List.of(MOVED, MOVED), batch.replies());
    }

    private static RedirectedBatch group() {
        return new RedirectedBatch(new Batch(0, 0, List.of(SET, ADD)).asGroup());
    }
}
