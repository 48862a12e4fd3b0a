package io.polybloom.internal.removal;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A filter whose config is lost, and its removal. */
class LostConfigTest {

    private static final FilterRemoval REMOVAL = FilterRemoval.of("clicks");

    private static final FilterSpec GROWING = TestFilters.growing(100, 2).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private void grow() {
        BloomFilter<CharSequence> filter = filters.open(GROWING, TEXT);
        for (String word : words(1000)) {
            filter.add(word);
        }
        assertTrue(filter.description().layers().size() > 2);
    }

    /** Were the oldest layer removed first, nobody would find the way to the others any more. */
    @Test
    void aRemovalThatFailsAnywhereLeavesNothingThatTheNextOneDoesNotFind() {
        int failures = 0;
        for (boolean isDone = false; !isDone; failures++) {
            grow();
            redis.remove(StoredConfig.KEY);
            failUnlinksAfter(failures);
            isDone = !throwsBackendException(() -> filters.run(REMOVAL));
            redis.answerInstead = command -> null;
            assertEquals(!isDone, filters.run(REMOVAL));
            assertEquals(Map.of(), redis.snapshot());
        }
        assertTrue(failures > 2 * 3, "more commands than partitions");
    }

    @Test
    void aDeletionFindsTheLayersThatItsClientHasNotSeen() {
        BloomFilter<CharSequence> early = filters.open(GROWING, TEXT);
        grow();
        redis.remove(StoredConfig.KEY);
        assertEquals(1, early.description().layers().size());
        early.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    /** The deletion ends, and another creation begins, while a client looks for the config that it has not found. */
    @Test
    void aFilterThatIsBeingCreatedAnewIsNoClaimBesideALostConfig() {
        BloomFilter<CharSequence> filter = filters.open(clicks(1), TEXT);
        filter.add("x");
        String next = StoredConfig.claimLike(StoredConfig.fields(redis));
        redis.remove(StoredConfig.KEY);
        redis.once(LostConfigTest::looksForAConfigThatWasMoved, () -> {
            redis.hashes.put(StoredConfig.KEY + ":trace", new TreeMap<>(Map.of("00000000000000bb", next)));
            redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of("spec", next)));
        });
        LostDataException told = assertThrows(LostDataException.class, filter::stats);
        assertTrue(told.getMessage().contains("another client has created it anew"), told.getMessage());
    }

    private static boolean looksForAConfigThatWasMoved(Batch batch) {
        return batch.commands().stream()
                .map(command -> new String(command.key(), StandardCharsets.UTF_8))
                .anyMatch((StoredConfig.KEY + ":gone")::equals);
    }

    private void failUnlinksAfter(int count) {
        int[] left = {count};
        redis.answerInstead = command -> command.verb() == Verb.UNLINK && left[0]-- <= 0
                ? Reply.Failure.notSent(new RuntimeException("gone"))
                : null;
    }

    private static boolean throwsBackendException(Runnable call) {
        try {
            call.run();
            return false;
        } catch (BackendException expected) {
            return true;
        }
    }

    /**
     * A creator that comes to an end when the config was lost leaves the first layer, by which the others are found.
     */
    @Test
    void aRemovalFindsAllLayersBehindACreatorThatWasOvertaken() {
        boolean[] isOvertaken = {false};
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            boolean isMark = first.verb() == Verb.HSETNX
                    && new String(first.arguments()[0], StandardCharsets.UTF_8).startsWith("ready.");
            if (!isOvertaken[0] && isMark) {
                isOvertaken[0] = true;
                grow();
                redis.remove(StoredConfig.KEY);
            }
        };
        assertThrows(LostDataException.class, () -> filters.open(GROWING, TEXT));
        assertThrows(LostDataException.class, () -> filters.open(GROWING, TEXT));
        assertTrue(filters.run(REMOVAL));
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void aFilterThatCanBeOpenedIsRemovedLikewise() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        filter.clear();
        assertTrue(filters.run(REMOVAL));
        assertEquals(Map.of(), redis.snapshot());
        assertThrows(FilterGoneException.class, () -> filter.add("a"));
        assertFalse(filters.run(REMOVAL));
        assertEquals(Map.of(), redis.snapshot());
    }

    /** A rename that comes late has moved it; it names more keys than the trace. */
    @Test
    void aConfigThatWasMovedAwayIsBroughtBackToFindWhatItNames() {
        filters.open(clicks(3), TEXT).clear();
        redis.hashes.put(StoredConfig.KEY + ":gone", redis.hashes.remove(StoredConfig.KEY));
        assertTrue(filters.run(REMOVAL));
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void aFilterOnAnotherNumberOfServersIsNotTouched() {
        MemoryRedis two = new MemoryRedis(2);
        new BlockingBloomFilters(two).open(clicks(3), TEXT);
        BlockingBloomFilters one = new BlockingBloomFilters(two::send);
        assertUntouched(two, one);
        two.remove(StoredConfig.KEY);
        assertUntouched(two, one);
    }

    private static void assertUntouched(MemoryRedis redis, BlockingBloomFilters filters) {
        Map<String, String> before = redis.snapshot();
        assertThrows(SpecMismatchException.class, () -> filters.run(REMOVAL));
        assertEquals(before, redis.snapshot());
    }
}
