package io.polybloom.internal.filter;

import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.LostDataException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The first law, for clients that may believe in different generations: an element that one has added is never absent
 * for another.
 */
class TwoGenerationsTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> mine = open();
    private final BloomFilter<CharSequence> theirs = open();

    @Test
    void aDeletionWhileTheFilterIsCleared() {
        redis.before = onceBefore(StoredConfig::beginsDeletion, theirs::clear);
        mine.delete();
        assertAgreement(theirs, open());
        assertEquals(3, redis.strings.size());
    }

    @Test
    void anExpiryThatDiesHalfWay() {
        int[] seen = {0};
        redis.answerInstead = command -> {
            seen[0] += command.verb() == Verb.PEXPIREAT && isPartition(command) ? 1 : 0;
            return seen[0] < 2 ? null : notSent();
        };
        assertThrows(BackendException.class, () -> mine.expire(Duration.ofMinutes(1)));
        redis.answerInstead = command -> null;
        List.copyOf(redis.expiries.keySet()).forEach(redis::remove);
        assertThrows(LostDataException.class, () -> theirs.mightContainAll(words(30)));
        assertThrows(LostDataException.class, () -> open().mightContainAll(words(30)));
    }

    private static void assertAgreement(BloomFilter<CharSequence> one, BloomFilter<CharSequence> other) {
        other.addAll(words(30));
        if (!one.description().origin().equals(other.description().origin())) {
            assertThrows(LostDataException.class, () -> one.mightContain("word-1"), "another life is said once");
        }
        for (String word : words(30)) {
            assertTrue(one.mightContain(word), "present for one client, absent for another: " + word);
        }
    }

    private BloomFilter<CharSequence> open() {
        return TestFilters.open(redis, clicks(3));
    }

    private static Consumer<Batch> onceBefore(Predicate<Batch> which, Runnable accident) {
        boolean[] happened = {false};
        return batch -> {
            if (!happened[0] && which.test(batch)) {
                happened[0] = true;
                accident.run();
            }
        };
    }

    private static boolean isPartition(Command command) {
        return !new String(command.key(), UTF_8).startsWith(StoredConfig.KEY);
    }

    private static Reply notSent() {
        return Reply.Failure.notSent(new RuntimeException("cut"));
    }
}
