package io.polybloom.internal.server;

import static io.polybloom.ElementOutcome.NEW;
import static io.polybloom.ElementOutcome.PRESENT;
import static io.polybloom.ElementOutcome.REFUSED;
import static io.polybloom.ElementOutcome.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of replies of the documented shapes, and the refusal of others. */
class ModuleRepliesTest {

    private static final Command INSERT = new Command(Verb.BF_INSERT, new byte[] {'k'});
    private static final Command MEXISTS = new Command(Verb.BF_MEXISTS, new byte[] {'k'});
    private static final Command INFO = new Command(Verb.BF_INFO, new byte[] {'k'});
    private static final Reply FULL = Reply.Failure.ofServer("ERR non scaling filter is full", null);

    private static List<ElementOutcome> added(Reply reply, int size) {
        return List.of(ModuleCommands.added(INSERT, reply, size));
    }

    private static Reply many(Object... elements) {
        return new Reply.Many(Arrays.stream(elements).map(Reply::of).toList());
    }

    @Test
    void integersAndBooleansSayTheSame() {
        assertEquals(List.of(NEW, PRESENT), added(Reply.of(List.of(1L, 0L)), 2));
        assertEquals(List.of(NEW, PRESENT), added(Reply.of(List.of(true, false)), 2));
        assertEquals(List.of(PRESENT, NEW), List.of(ModuleCommands.found(MEXISTS, Reply.of(List.of(true, false)), 2)));
    }

    @Test
    void aFullFilterCutsItsReplyShort() {
        assertEquals(List.of(NEW, PRESENT, REFUSED, UNKNOWN), added(many(1L, 0L, FULL), 4));
        assertEquals(List.of(NEW, REFUSED), added(many(true, FULL), 2));
        assertEquals(List.of(REFUSED, UNKNOWN), added(many(FULL), 2));
        assertEquals(List.of(REFUSED), added(FULL, 1));
    }

    /** Without a place for each element nobody knows which of them were added. */
    @Test
    void aFullFilterThatDoesNotSayWhereIsNoAnswer() {
        BackendException unknown = assertThrows(BackendException.class, () -> added(FULL, 2));
        assertTrue(unknown.mayHaveBeenApplied());
    }

    @Test
    void anotherErrorBehindSomeElementsComesAfterAWrite() {
        Reply limit = Reply.Failure.ofServer("ERR operation exceeds bloom object memory limit", null);
        BackendException failure = assertThrows(BackendException.class, () -> added(many(1L, limit), 3));
        assertTrue(failure.mayHaveBeenApplied());
        assertTrue(failure.getMessage().contains("memory limit"), failure.getMessage());
        assertFalse(assertThrows(BackendException.class, () -> added(limit, 3)).mayHaveBeenApplied());
    }

    @Test
    void aReplyOfAnotherLengthIsNoAnswer() {
        for (Reply reply : List.of(
                Reply.of(List.of(1L)),
                Reply.of(List.of()),
                Reply.of(List.of(1L, 0L, 1L)),
                many(1L, "yes"),
                Reply.of(1L))) {
            assertThrows(BackendException.class, () -> added(reply, 2), reply::toString);
            assertThrows(BackendException.class, () -> ModuleCommands.found(MEXISTS, reply, 2), reply::toString);
        }
        assertThrows(BackendException.class, () -> added(many(1L, FULL, 1L), 3));
    }

    /** RedisBloom in RESP2, Valkey with more fields, and a map of RESP3, whose order does not matter. */
    @Test
    void anInfoIsReadByTheNamesOfItsFields() {
        Reply redisBloom = many(
                "Capacity",
                100L,
                "Size",
                240L,
                "Number of filters",
                1L,
                "Number of items inserted",
                7L,
                "Expansion rate",
                2L);
        assertEquals(new ModuleInfo(100, 240, 1, 7, true), ModuleInfo.read(INFO, redisBloom));
        Reply valkey = many(
                "Capacity",
                100L,
                "Size",
                240L,
                "Number of filters",
                1L,
                "Number of items inserted",
                7L,
                "Error rate",
                "0.01",
                "Expansion rate",
                null,
                "Tightening ratio",
                "0.5");
        assertEquals(new ModuleInfo(100, 240, 1, 7, false), ModuleInfo.read(INFO, valkey));
        assertThrows(BackendException.class, () -> ModuleInfo.read(INFO, many("Capacity", 100L)));
        assertThrows(BackendException.class, () -> ModuleInfo.read(INFO, Reply.of(List.of(100L))));
    }

    /** 9.585 bits for each element are enough for 1 %; a filter that scales has half of its rate in the first one. */
    @Test
    void theRateFollowsFromTheSize() {
        assertEquals(0.01, new ModuleInfo(8000, 9585, 1, 0, false).rateBySize(), 1e-5);
        assertEquals(0.02, new ModuleInfo(8000, 9585, 1, 0, true).rateBySize(), 2e-5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERR unknown command 'BF.INSERT', with args beginning with: 'k' ",
                "ERR Unknown command `BF.INSERT`"
            })
    void aServerWithoutTheCommandsIsNamedWithTheWayOut(String error) {
        BloomFilterException failure = Answers.failure(INSERT, Reply.Failure.ofServer(error, null));
        assertEquals(UnsupportedFilterException.class, failure.getClass());
        assertTrue(failure.getMessage().contains("classic-v1"), failure.getMessage());
        // Of other commands the same words say something else.
        Command other = new Command(Verb.BITFIELD, new byte[] {'k'});
        assertEquals(
                BackendException.class,
                Answers.failure(other, Reply.Failure.ofServer(error, null)).getClass());
    }

    @Test
    void aUserWithoutTheRightIsToldWhichOnesItTakes() {
        Reply.Failure refused = Reply.Failure.ofServer("NOPERM this user has no permissions to run 'bf.insert'", null);
        BackendException failure = (BackendException) Answers.failure(INSERT, refused);
        assertEquals(Reason.AUTHENTICATION, failure.reason());
        assertTrue(
                failure.getMessage().contains("BF.RESERVE, BF.INSERT, BF.MEXISTS and BF.INFO"), failure.getMessage());
        assertFalse(failure.mayHaveBeenApplied());
    }
}
