package io.polybloom.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {

    @Test
    void hasAtLeastOneCommand() {
        assertThrows(IllegalArgumentException.class, () -> batch());
    }

    @Test
    void noCommandOvertakesAWriteOnItsKeyNorTheLastOneTheOthers() {
        Batch batch = batch(read("a"), read("a"), write("a"), read("a"), read("b"), read("b"), read("b"));
        boolean[] waits = new boolean[batch.size()];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = batch.mustWait(i);
        }
        assertArrayEquals(new boolean[] {false, false, true, true, false, false, true}, waits);
        assertTrue(batch(read("a"), command(Verb.HGETALL, "config")).mustWait(1));
    }

    /** On a connection that keeps the order, or else a later command that does not wait overtakes the first one. */
    @Test
    void nothingWaitsForTheProofThatAPrimaryAnswers() {
        Batch birth = batch(command(Verb.WAIT, "a"), command(Verb.RENAMENX, "a"), write("b"), read("b"));
        assertFalse(birth.mustWait(1));
        assertTrue(birth.mustWait(2));
        assertFalse(batch(command(Verb.WAIT, "a"), read("a")).mustWait(1));
    }

    @Test
    void oneCommandIsNoProofOfAnything() {
        assertTrue(batch(command(Verb.WAIT, "a"), read("a")).beginsWithProof());
        assertFalse(batch(command(Verb.WAIT, "a")).beginsWithProof());
        assertFalse(batch(read("a"), command(Verb.WAIT, "a")).beginsWithProof());
    }

    @Test
    void aGroupIsNeverTakenApart() {
        Batch group = batch(read("a"), read("a")).asGroup();
        assertTrue(group.isGroup());
        assertFalse(batch(read("a")).fromReplica().asGroup().mayAskReplica());
        assertFalse(group.fromReplica().isGroup());
    }

    @Test
    void wordsThatComeBackAreConvertedOnce() {
        byte[] set = bytes("SET");
        byte[] bit = bytes("u1");
        byte[] one = bytes("1");
        List<byte[]> arguments = new ArrayList<>();
        for (int offset = 0; offset < 4; offset++) {
            arguments.addAll(List.of(set, bit, bytes("1000" + offset), one));
        }
        Command command = new Command(Verb.BITFIELD, bytes("key"), arguments.toArray(byte[][]::new));
        List<String> converted = new ArrayList<>();
        Object[] words = command.words(word -> {
            converted.add(new String(word, UTF_8));
            return new StringBuilder(new String(word, UTF_8));
        });
        assertEquals(List.of("SET", "u1", "1"), converted);
        byte[][] plain = command.words();
        assertEquals(plain.length, words.length);
        for (int i = 0; i < words.length; i++) {
            String text = words[i] instanceof byte[] word ? new String(word, UTF_8) : words[i].toString();
            assertEquals(new String(plain[i], UTF_8), text);
        }
        assertSame(words[5], words[9]);
        assertSame(words[9], words[13]);
    }

    private static Batch batch(Command... commands) {
        return new Batch(1, 2, List.of(commands));
    }

    private static Command read(String key) {
        return command(Verb.GETRANGE, key);
    }

    private static Command write(String key) {
        return command(Verb.BITFIELD, key);
    }

    private static Command command(Verb verb, String key) {
        return new Command(verb, bytes(key));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
