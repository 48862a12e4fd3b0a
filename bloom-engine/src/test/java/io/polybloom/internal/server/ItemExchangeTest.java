package io.polybloom.internal.server;

import static io.polybloom.ElementOutcome.NEW;
import static io.polybloom.ElementOutcome.PRESENT;
import static io.polybloom.ElementOutcome.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The commands that an exchange sends, their order, and the meaning of each reply. */
class ItemExchangeTest {

    private static final Reply ALIVE = Reply.of(List.of(1L, 0L));
    private static final Reply SEALED = Reply.of(List.of(1L, 64L));
    private static final Reply MARKED = Reply.of(List.of(1L, 32L));
    private static final Reply NOTHING = Reply.of(List.of(0L, 0L));
    private static final Reply NOT_FOUND = Reply.Failure.ofServer("ERR not found", null);
    private static final Reply CAPACITY = Reply.of(List.of(100L));
    private static final Reply CUT = Reply.Failure.noAnswer(new IllegalStateException("cut"));

    private static FilterSpecBuilder spec() {
        return FilterSpec.named("clicks").layout(Layouts.SERVER).capacity(100);
    }

    private static ItemExchange exchange(Access access, FilterSpecBuilder spec, int items) {
        FilterDescription planned = Descriptions.planned(spec.build(), 1, "00000000000000aa", ElementHash.murmur3());
        Partition partition = new Generation(planned).newest().partition(0);
        List<byte[]> bytes = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            bytes.add(new byte[] {(byte) ('a' + i)});
        }
        return new ItemExchange(access, partition, bytes);
    }

    private static List<String> words(Access access, FilterSpecBuilder spec, int items) {
        List<String> sent = new ArrayList<>();
        for (Command command : exchange(access, spec, items).batch().commands()) {
            StringBuilder words = new StringBuilder(command.verb().wireName());
            words.append(new String(command.key()).endsWith(":bf") ? " filter" : " trailer");
            for (byte[] argument : command.arguments()) {
                words.append(' ').append(new String(argument));
            }
            sent.add(words.toString());
        }
        return sent;
    }

    private static PartitionAnswer answer(Access access, FilterSpecBuilder spec, int items, Reply... replies) {
        ItemExchange exchange = exchange(access, spec, items);
        Batch batch = exchange.batch();
        assertEquals(batch.size(), replies.length);
        return exchange.answer(batch, List.of(replies));
    }

    private static List<ElementOutcome> outcomes(PartitionAnswer answer, int items) {
        List<ElementOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            outcomes.add(answer.outcome(i));
        }
        return outcomes;
    }

    @Test
    void anAddReadsTheTrailerAfterItsItems() {
        assertEquals(
                List.of("BF.INSERT filter NOCREATE ITEMS a b", "BITFIELD_RO trailer GET u1 0 GET u7 1"),
                words(Access.ADD, spec(), 2));
        assertEquals(
                List.of("BF.INSERT filter NOCREATE ITEMS a", "BITFIELD trailer GET u1 0 SET u1 1 1 GET u7 1"),
                words(Access.ADD_AND_SEAL, spec(), 1));
    }

    @Test
    void aFilterThatRejectsIsGivenEachItemByItself() {
        assertEquals(
                List.of(
                        "BF.INSERT filter NOCREATE ITEMS a",
                        "BF.INSERT filter NOCREATE ITEMS b",
                        "BITFIELD_RO trailer GET u1 0 GET u7 1"),
                words(Access.ADD, spec().overCapacity(OverCapacity.REJECT), 2));
    }

    @Test
    void aLookUpIsFollowedByWhatOnlyAFilterAnswers() {
        assertEquals(
                List.of("BF.MEXISTS filter a b", "BF.INFO filter CAPACITY", "BITFIELD_RO trailer GET u1 0 GET u7 1"),
                words(Access.LOOK_UP, spec(), 2));
        Batch fromReplica = exchange(Access.LOOK_UP_ON_REPLICA, spec(), 1).batch();
        assertTrue(fromReplica.mayAskReplica());
        assertFalse(fromReplica.isWrite());
    }

    /** Nothing overtakes the items where redirects are followed, and they overtake nothing. */
    @Test
    void theCommandsWaitForEachOther() {
        for (Access access : List.of(Access.ADD, Access.LOOK_UP, Access.LOOK_UP_BEHIND_REFUSAL)) {
            Batch batch = exchange(access, spec(), 2).batch();
            List<List<Integer>> each =
                    IntStream.range(0, batch.size()).mapToObj(List::of).toList();
            assertEquals(each, batch.rounds(), access.name());
        }
    }

    @Test
    void anAddWithoutAFilterOrATrailerIsNoAnswer() {
        assertFalse(answer(Access.ADD, spec(), 1, NOT_FOUND, ALIVE).isAlive());
        assertFalse(
                answer(Access.ADD, spec(), 1, Reply.of(List.of(1L)), NOTHING).isAlive());
    }

    /** Others may have found what a filter has taken before it was removed, together with its trailer. */
    @Test
    void anAddKeepsWhatAFilterHasAnsweredBeforeItWasRemoved() {
        PartitionAnswer ended = answer(Access.ADD, spec(), 2, Reply.of(List.of(1L, 0L)), NOTHING);
        assertFalse(ended.isAlive());
        assertTrue(ended.isEnded());
        assertEquals(List.of(NEW, PRESENT), outcomes(ended, 2));
        FilterSpecBuilder rejecting = spec().overCapacity(OverCapacity.REJECT);
        PartitionAnswer inBetween = answer(Access.ADD, rejecting, 2, Reply.of(List.of(1L)), NOT_FOUND, NOTHING);
        assertFalse(inBetween.isAlive());
        assertTrue(inBetween.isEnded());
        assertEquals(List.of(NEW, UNKNOWN), outcomes(inBetween, 2));
        assertFalse(answer(Access.ADD, spec(), 1, NOT_FOUND, NOTHING).isEnded());
        assertFalse(answer(Access.ADD, spec(), 1, Reply.of(List.of(1L)), ALIVE).isEnded());
    }

    @Test
    void anAddTakesTheMarksThatItSeesAfterItsItems() {
        PartitionAnswer sealed = answer(Access.ADD, spec(), 1, Reply.of(List.of(1L)), SEALED);
        assertTrue(sealed.isSealed());
        assertEquals(NEW, sealed.outcome(0));
        assertEquals(
                1, answer(Access.ADD, spec(), 1, Reply.of(List.of(1L)), MARKED).latestMark());
        assertFalse(answer(Access.ADD, spec(), 1, Reply.of(List.of(0L)), ALIVE).isSealed());
    }

    /** The items are written regardless of the command after them. */
    @Test
    void anAddWhoseTrailerIsNotAnsweredMayHaveBeenApplied() {
        BackendException cut =
                assertThrows(BackendException.class, () -> answer(Access.ADD, spec(), 1, Reply.of(List.of(1L)), CUT));
        assertEquals(Reason.NO_ANSWER, cut.reason());
        assertTrue(cut.mayHaveBeenApplied());
        Reply oom = Reply.Failure.ofServer("OOM command not allowed when used memory > 'maxmemory'.", null);
        assertFalse(assertThrows(BackendException.class, () -> answer(Access.ADD, spec(), 1, oom, ALIVE))
                .mayHaveBeenApplied());
        FilterSpecBuilder rejecting = spec().overCapacity(OverCapacity.REJECT);
        assertTrue(assertThrows(
                        BackendException.class,
                        () -> answer(Access.ADD, rejecting, 2, Reply.of(List.of(1L)), oom, ALIVE))
                .mayHaveBeenApplied());
    }

    @Test
    void aLookUpWithoutAFilterOrATrailerIsNoAnswer() {
        Reply absent = Reply.of(List.of(0L));
        assertFalse(answer(Access.LOOK_UP, spec(), 1, absent, NOT_FOUND, ALIVE).isAlive());
        assertFalse(answer(Access.LOOK_UP, spec(), 1, absent, CAPACITY, NOTHING).isAlive());
        Reply loading = Reply.Failure.ofServer("LOADING Redis is loading the dataset in memory", null);
        assertThrows(BackendException.class, () -> answer(Access.LOOK_UP, spec(), 1, absent, CAPACITY, loading));
        Reply wrongType = Reply.Failure.ofServer("WRONGTYPE Operation against a key ...", null);
        assertThrows(ForeignDataException.class, () -> answer(Access.LOOK_UP, spec(), 1, absent, wrongType, ALIVE));
    }
}
