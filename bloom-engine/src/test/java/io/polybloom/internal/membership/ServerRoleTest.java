package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A replica, or a server that is no longer a primary, may lag behind forever: an element that it does not know must not
 * be reported as absent.
 */
class ServerRoleTest {

    /** The commands that a replica answers; it refuses all others. */
    private static final Set<Verb> READS =
            EnumSet.of(Verb.BITFIELD_RO, Verb.BITCOUNT, Verb.GETRANGE, Verb.STRLEN, Verb.HGET, Verb.HGETALL, Verb.PTTL);

    private static final String READ_ONLY = "READONLY You can't write against a read only replica.";
    private static final String FULL = "OOM command not allowed when used memory > 'maxmemory'.";
    private static final String UNABLE_TO_SAVE =
            "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.";
    private static final String NO_RIGHT = "NOPERM this user has no permissions to run the 'bitfield' command";
    private static final Reply NO_PRIMARY = Reply.Failure.ofServer(
            "ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 if a replica is"
                    + " configured to be writable (which is not the default) writes to replicas are just local and are"
                    + " not propagated.",
            null);

    private final MemoryRedis redis = new MemoryRedis();
    private final MemoryRedis primary = new MemoryRedis();
    private final MemoryRedis replica = new MemoryRedis();
    private final Transport<InFlight> transport = Transport.withReplica(primary, replica);

    /** A replica checks rights, memory and its last snapshot before it says that it is one. */
    @ParameterizedTest
    @ValueSource(strings = {READ_ONLY, FULL, UNABLE_TO_SAVE, NO_RIGHT})
    void isNeverTakenForThePrimaryForTheWayInWhichItRefuses(String refusal) {
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            BloomFilter<CharSequence> filter = open(layout);
            redis.answerInstead = command -> command.verb() == Verb.WAIT
                    ? NO_PRIMARY
                    : READS.contains(command.verb()) ? null : Reply.Failure.ofServer(refusal, null);
            assertRefused(() -> filter.mightContain("word-1"));
            assertRefused(() -> filter.mightContainAll(words(3)));
            assertRefused(() -> filter.mightContainAll(words(2000)));
            assertRefused(filter::stats);
            redis.answerInstead = command -> null;
            filter.delete();
        }
    }

    @Test
    void aUserWithoutTheRightToTheProofGetsNoAnswer() {
        BloomFilter<CharSequence> filter = open(Layouts.BLOCKED);
        Set<Verb> forbidden = EnumSet.of(Verb.BITFIELD, Verb.WAIT, Verb.UNLINK);
        redis.answerInstead = command -> forbidden.contains(command.verb())
                ? Reply.Failure.ofServer(
                        "NOPERM this user has no permissions to run the '"
                                + command.verb().wireName().toLowerCase(Locale.ROOT) + "' command",
                        null)
                : null;
        for (Runnable lookUp : List.<Runnable>of(
                () -> filter.mightContain("word-1"), () -> filter.mightContainAll(words(2000)), filter::stats)) {
            BackendException refused = assertThrows(BackendException.class, lookUp::run);
            assertEquals(BackendException.Reason.AUTHENTICATION, refused.reason());
            assertTrue(refused.getMessage().contains("'wait'"), refused::getMessage);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FULL, UNABLE_TO_SAVE, "NOREPLICAS Not enough good replicas to write.", NO_RIGHT})
    void aPrimaryThatCannotWriteIsStillAsked(String refusal) {
        BloomFilter<CharSequence> filter = open(Layouts.BLOCKED);
        filter.add("word-1");
        refuse(refusal);
        assertTrue(filter.mightContain("word-1"));
        assertFalse(filter.mightContain("absent"));
        boolean[] found = filter.mightContainAll(List.of("word-1", "absent"));
        assertTrue(found[0]);
        assertFalse(found[1]);
        assertEquals(2000, filter.mightContainAll(words(2000)).length);
    }

    private BloomFilter<CharSequence> open(String layout) {
        redis.mayBeDemoted = true;
        return TestFilters.open(redis, FilterSpec.named("clicks").layout(layout).capacity(5000));
    }

    private void refuse(String error) {
        redis.answerInstead = command -> READS.contains(command.verb()) || command.verb() == Verb.WAIT
                ? null
                : Reply.Failure.ofServer(error, null);
    }

    private static void assertRefused(Runnable lookUp) {
        BackendException refused = assertThrows(BackendException.class, lookUp::run);
        assertEquals(BackendException.Reason.READ_ONLY, refused.reason());
    }

    private static FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks").capacity(1000);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return new BlockingBloomFilters(transport).open(spec, io.polybloom.testing.TestFilters.TEXT, options);
    }

    private void replicate() {
        replica.strings.clear();
        primary.strings.forEach((key, bytes) -> replica.strings.put(key, bytes.clone()));
    }

    @Test
    void onlyLookUpsAskTheReplica() {
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            BloomFilter<CharSequence> filter = open(
                    clicks().layout(layout).build(), FilterOptions.defaults().readFromReplicas());
            filter.addAll(words(100));
            filter.add("one");
            filter.stats();
            assertTrue(replica.batches.isEmpty());
            replicate();
            primary.batches.clear();
            assertTrue(filter.mightContain("one"));
            assertAllPresent(filter, words(100));
            assertTrue(primary.batches.isEmpty());
            List<Batch> asked = new ArrayList<>(replica.batches);
            assertEquals(2, asked.size());
            assertTrue(asked.stream().allMatch(batch -> batch.size() == 1), "one command holds trailer and bits");
            filter.delete();
            replica.batches.clear();
        }
    }

    @Test
    void falseMeansNotOnThatReplicaYet() {
        BloomFilter<CharSequence> filter =
                open(clicks().build(), FilterOptions.defaults().readFromReplicas());
        replicate();
        filter.add("one");
        assertFalse(filter.mightContain("one"));
        replicate();
        assertTrue(filter.mightContain("one"));
    }

    @Test
    void whatAReplicaCannotAnswerIsAskedOnThePrimary() {
        BloomFilter<CharSequence> filter =
                open(clicks().build(), FilterOptions.defaults().readFromReplicas());
        filter.add("one");
        assertTrue(filter.mightContain("one"), "the replica has no such key yet");
        assertTrue(filter.mightContainAll(List.of("one"))[0]);
        replica.answerInstead = command -> io.polybloom.spi.Reply.Failure.ofServer("MASTERDOWN no", null);
        assertTrue(filter.mightContain("one"));
        primary.strings.clear();
        assertThrows(LostDataException.class, () -> filter.mightContain("one"));
    }

    @Test
    void withoutTheOptionNothingAsksTheReplica() {
        BloomFilter<CharSequence> filter = open(clicks().build(), FilterOptions.defaults());
        filter.add("one");
        assertTrue(filter.mightContain("one"));
        assertTrue(replica.batches.isEmpty());
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterOptions.defaults().readFromReplicas().nearCache(NearCache.ofMemory(1 << 20)));
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterOptions.defaults()
                        .nearCache(NearCache.ofMemory(1 << 20))
                        .readFromReplicas());
    }
}
