package io.polybloom.vertx;

import static io.polybloom.vertx.VertxTransport.mayBeRepeated;
import static io.polybloom.vertx.VertxTransport.readsOneKey;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;

class VertxTransportTest {

    private static final Reply ONE = new Reply.Int(1);
    private static final Reply FAILED = Reply.Failure.notSent(new IllegalStateException("queue is full"));

    @Test
    void readsAreRepeatedIfSomeHaveFailedAndOthersHaveNot() {
        Batch reads = batch(read("a"), read("b"));
        assertTrue(mayBeRepeated(reads, List.of(ONE, FAILED)));
        assertFalse(mayBeRepeated(reads, List.of(ONE, ONE)));
        assertFalse(mayBeRepeated(reads, List.of(FAILED, FAILED)));
        assertFalse(mayBeRepeated(batch(read("a"), write("b")), List.of(ONE, FAILED)));
        Batch proven = batch(proof("a"), read("a"));
        assertFalse(mayBeRepeated(proven, List.of(ONE, FAILED)), "the only read");
        assertTrue(mayBeRepeated(proven, List.of(FAILED, ONE)));
    }

    @Test
    void knowsWhetherABatchReadsOneKey() {
        assertTrue(readsOneKey(batch(read("a"), read("a"))));
        assertFalse(readsOneKey(batch(read("a"))), "one command is not a bulk operation");
        assertFalse(readsOneKey(batch(proof("a"), read("a"))));
        assertTrue(readsOneKey(batch(proof("a"), read("a"), read("a"))));
        assertFalse(readsOneKey(batch(read("a"), read("b"))));
        assertFalse(readsOneKey(batch(read("a"), write("a"))));
        assertFalse(readsOneKey(batch(read("a"), read("a")).fromReplica()));
    }

    @Test
    void aGroupIsNeverTakenApart() {
        Batch group = batch(read("a"), read("a")).asGroup();
        assertFalse(mayBeRepeated(group, List.of(ONE, FAILED)));
        assertFalse(readsOneKey(group));
    }

    private static Batch batch(Command... commands) {
        return new Batch(1, 2, List.of(commands));
    }

    private static Command proof(String key) {
        return new Command(Verb.WAIT, key.getBytes(UTF_8));
    }

    private static Command read(String key) {
        return new Command(Verb.GETRANGE, key.getBytes(UTF_8));
    }

    private static Command write(String key) {
        return new Command(Verb.BITFIELD, key.getBytes(UTF_8));
    }
}
