package io.polybloom.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {

    private static final List<List<Integer>> IN_TURN = List.of(List.of(0), List.of(1));
    private static final List<List<Integer>> AT_ONCE = List.of(List.of(0, 1));

    @Test
    void hasAtLeastOneCommand() {
        assertThrows(IllegalArgumentException.class, () -> batch());
    }

    @Test
    void noCommandOvertakesAWriteOnItsKeyNorTheLastReadOfAKeyTheOthers() {
        Batch batch = batch(read("a"), read("a"), write("a"), read("a"), read("b"), read("b"), read("b"));
        assertEquals(List.of(List.of(0, 1), List.of(2), List.of(3, 4, 5), List.of(6)), batch.rounds());
        assertEquals(IN_TURN, batch(read("a"), command(Verb.HGETALL, "config")).rounds());
        assertEquals(IN_TURN, batch(write("a"), read("b")).rounds());
        assertEquals(AT_ONCE, batch(write("a"), write("b")).rounds());
    }

    /** On a connection that keeps the order, or else a later command that does not wait overtakes the first one. */
    @Test
    void nothingWaitsForTheProofThatAPrimaryAnswers() {
        Batch birth = batch(command(Verb.WAIT, "a"), command(Verb.RENAMENX, "a"), write("b"), read("b"));
        assertEquals(List.of(List.of(0, 1), List.of(2), List.of(3)), birth.rounds());
        assertEquals(AT_ONCE, batch(command(Verb.WAIT, "a"), read("a")).rounds());
    }

    /** A mirror reads the witness and pieces, then the trailer, and leaves another witness when both are read. */
    @Test
    void theTrailerVouchesForThePiecesOfAMirrorAndTheWitnessForBoth() {
        Batch mirror = batch(read("witness"), read("a"), read("a"), read("a"), command(Verb.SET, "witness"));
        assertEquals(List.of(List.of(0, 1, 2), List.of(3), List.of(4)), mirror.rounds());
    }

    /** A string that moves from key to key is found if it is looked for in the same order. */
    @Test
    void thePlacesOfAPartitionAreReadInTheOrderInWhichItMoves() {
        for (Verb verb : List.of(Verb.BITFIELD, Verb.BITFIELD_RO)) {
            Batch places = batch(reading(verb, "e"), reading(verb, "f:old"), reading(verb, "f"));
            assertEquals(List.of(List.of(0), List.of(1), List.of(2)), places.rounds());
            Batch sample = batch(read("e"), read("e"), reading(verb, "e"), read("f"), read("f"), reading(verb, "f"));
            assertEquals(List.of(List.of(0, 1), List.of(2), List.of(3, 4), List.of(5)), sample.rounds());
        }
    }

    @Test
    void joinedBatchesTakeAsManyRoundsAsTheLongestOfThem() {
        Command trailer = reading(Verb.BITFIELD_RO, "a");
        Batch one = batch(read("a"), read("a"), trailer);
        Batch other = batch(read("b"), reading(Verb.BITFIELD_RO, "b"));
        Batch single = batch(reading(Verb.BITFIELD, "c")).answeringWrite();
        Batch joined = Batch.join(List.of(), List.of(one, other, single));
        assertEquals(List.of(List.of(0, 1, 3, 5), List.of(2, 4)), joined.rounds());
        assertTrue(joined.answersWrite());
        assertEquals(joined.rounds(), joined.onServer(2).answeringWrite().rounds());
        Batch proven = Batch.join(List.of(command(Verb.WAIT, "a")), List.of(one, other));
        assertEquals(List.of(List.of(0, 1, 2, 4), List.of(3, 5)), proven.rounds());
    }

    @Test
    void oneCommandIsNoProofOfAnything() {
        assertEquals(1, batch(command(Verb.WAIT, "a"), read("a")).proofs());
        assertEquals(0, batch(command(Verb.WAIT, "a")).proofs());
        assertEquals(0, batch(read("a"), command(Verb.WAIT, "a")).proofs());
        assertEquals(
                2,
                batch(command(Verb.WAIT, "a"), reading(Verb.UNLINK, "b"), read("a"))
                        .proofs());
        assertEquals(0, batch(command(Verb.UNLINK, "a"), read("a")).proofs(), "a removal that somebody wants");
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

    private static Command reading(Verb verb, String key) {
        return Command.reading(verb, bytes(key));
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
