package io.polybloom.internal.membership;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that is no longer a primary may lag behind forever: an element that it does not know must not be reported as
 * absent.
 */
class DemotedPrimaryTest {

    /** The commands that a replica answers; it refuses all others. */
    private static final Set<Verb> READS =
            EnumSet.of(Verb.BITFIELD_RO, Verb.BITCOUNT, Verb.GETRANGE, Verb.STRLEN, Verb.HGET, Verb.HGETALL, Verb.PTTL);

    private final MemoryRedis redis = new MemoryRedis();

    @ParameterizedTest
    @ValueSource(strings = {Layouts.CLASSIC, Layouts.BLOCKED})
    void isNeverTakenForThePrimary(String layout) {
        BloomFilter<CharSequence> filter = open(layout);
        refuse("READONLY You can't write against a read only replica.");
        assertRefused(() -> filter.mightContain("word-1"));
        assertRefused(() -> filter.mightContainAll(words(3)));
        assertRefused(() -> filter.mightContainAll(words(2000)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OOM command not allowed when used memory > 'maxmemory'.",
                "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
                "NOREPLICAS Not enough good replicas to write.",
                "NOPERM this user has no permissions to run the 'bitfield' command"
            })
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
        return TestFilters.open(
                redis, FilterSpec.named("clicks").layout(layout).capacity(5000).build());
    }

    private void refuse(String error) {
        redis.answerInstead = command -> READS.contains(command.verb()) ? null : Reply.Failure.ofServer(error, null);
    }

    private static void assertRefused(Runnable lookUp) {
        BackendException refused = assertThrows(BackendException.class, lookUp::run);
        assertEquals(BackendException.Reason.READ_ONLY, refused.reason());
    }
}
