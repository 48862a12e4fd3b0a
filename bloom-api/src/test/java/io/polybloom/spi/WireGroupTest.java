package io.polybloom.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireGroupTest {

    private static final Reply OK = Reply.of("OK");
    private static final Reply QUEUED = Reply.of("QUEUED");
    private static final Reply ABORTED = refused("EXECABORT Transaction discarded because of previous errors.");

    private final Command set = new Command(Verb.SET, key("{a}:add"), key("bits"));
    private final Command left = new Command(Verb.PTTL, key("a"));
    private final Batch group = new Batch(0, 7, List.of(set, left)).asGroup();

    @Test
    void standsBetweenMultiAndExecOnTheSlotOfItsKeys() {
        List<Command> sent = WireGroup.commands(group);
        assertEquals(
                List.of(Verb.MULTI, Verb.SET, Verb.PTTL, Verb.EXEC),
                sent.stream().map(Command::verb).toList());
        assertSame(set.key(), sent.get(0).key());
        assertEquals(0, sent.get(0).words().length);
        assertEquals(0, sent.get(3).words().length);
        assertTrue(sent.get(3).isWrite());
        assertFalse(sent.get(0).isWrite());
    }

    @Test
    void leavesAnyOtherBatchAsItIs() {
        Batch batch = new Batch(0, 7, List.of(set, left));
        List<Reply> replies = List.of(OK, new Reply.Int(1));
        assertSame(batch.commands(), WireGroup.commands(batch));
        assertSame(replies, WireGroup.replies(batch, replies));
    }

    @Test
    void givesEachCommandItsReplyOutOfThatOfExec() {
        Reply failed = refused("WRONGTYPE no string");
        assertEquals(List.of(OK, failed), replies(OK, QUEUED, QUEUED, new Reply.Many(List.of(OK, failed))));
        assertEquals(
                List.of(new Reply.Int(3), new Reply.Int(-1)),
                replies(OK, QUEUED, QUEUED, new Reply.Ints(new long[] {3, -1})));
    }

    @Test
    void saysWhyTheServerHasExecutedNothing() {
        Reply moved = refused("MOVED 1 127.0.0.1:7001");
        assertEquals(List.of(moved, moved), replies(OK, QUEUED, moved, ABORTED));
        assertEquals(List.of(ABORTED, ABORTED), replies(OK, QUEUED, QUEUED, ABORTED));
    }

    @Test
    void doesNotKnowWhatHasBecomeOfItWithoutAnAnswer() {
        Reply silence = Reply.Failure.noAnswer(new IllegalStateException("cut"));
        assertEquals(List.of(silence, silence), replies(OK, QUEUED, QUEUED, silence));
        Reply unsent = Reply.Failure.notSent(new IllegalStateException("no connection"));
        assertEquals(List.of(unsent, unsent), replies(unsent, unsent, unsent, unsent));
    }

    /** A server that does not keep the commands for later executes each as it comes. */
    @Test
    void mayHaveBeenExecutedOneByOneIfMultiIsRefused() {
        List<Reply> replies = replies(refused("NOPERM no multi"), OK, new Reply.Int(-1), refused("NOPERM no exec"));
        for (Reply reply : replies) {
            Reply.Failure failure = (Reply.Failure) reply;
            assertEquals("NOPERM no multi", failure.serverError());
            assertTrue(failure.mayHaveBeenApplied());
        }
        assertEquals(2, replies.size());
    }

    @Test
    void takesAnythingElseForNoAnswer() {
        for (Reply strange : List.of(new Reply.Nil(), OK, new Reply.Many(List.of(OK)))) {
            for (Reply reply : replies(OK, QUEUED, QUEUED, strange)) {
                assertTrue(((Reply.Failure) reply).mayHaveBeenApplied());
                assertNull(((Reply.Failure) reply).serverError());
            }
        }
    }

    private List<Reply> replies(Reply... sent) {
        return WireGroup.replies(group, new ArrayList<>(List.of(sent)));
    }

    private static Reply refused(String error) {
        return Reply.Failure.ofServer(error, null);
    }

    private static byte[] key(String name) {
        return name.getBytes(UTF_8);
    }
}
