package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A single call: its one command, and what follows the seal of a layer. Its other branches are held by tests of what
 * they lead to: the near cache before the command by {@code NearCacheTest} and {@code NearCacheAgeTest}, a partition
 * that is not alive by {@code LostPartitionTest}, a rebuild by {@code CarryOverTest}, and the end of a slice by
 * {@code WindowTest}.
 */
class SingleOperationTest {

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void sendsOneCommand() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, TestFilters.clicks(3));
        redis.batches.clear();
        assertTrue(filter.add("word"));
        assertFalse(filter.add("word"));
        assertTrue(filter.mightContain("word"));
        assertFalse(filter.mightContain("absent"));
        assertEquals(
                Collections.nCopies(4, Verb.BITFIELD),
                redis.commands().map(Command::verb).toList());
    }

    /** Returns a filter whose client has measured its only layer, which another client has sealed since. */
    private BloomFilter<CharSequence> sealedMeanwhile(FilterSpec spec) {
        BloomFilter<CharSequence> stale = TestFilters.open(redis, spec);
        stale.addAll(List.of("word-0", "word-1"));
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec);
        try {
            words(250).forEach(other::add);
        } catch (OverCapacityException full) {
            assertEquals(OverCapacity.REJECT, spec.overCapacity());
        }
        return stale;
    }

    @Test
    void looksIntoTheLayerThatWasOpenedMeanwhile() {
        BloomFilter<CharSequence> stale =
                sealedMeanwhile(TestFilters.growing(100, 1).build());
        assertTrue(stale.mightContain("word-0"));
        assertEquals(1, stale.description().layers().size());
        assertTrue(stale.mightContain("word-249"));
        assertFalse(stale.mightContain("absent"));
        assertEquals(2, stale.description().layers().size());
    }

    /** Only the add to the layer that is open decides which of two clients was the first: here the other one was. */
    @Test
    void callsNothingNewThatAnotherClientWasFirstToAdd() {
        BloomFilter<CharSequence> stale =
                sealedMeanwhile(TestFilters.growing(100, 1).build());
        redis.before = batch -> {
            if (setsBitsOfTheNewest(batch)) {
                redis.before = ignored -> {};
                redis.send(batch);
            }
        };
        assertFalse(stale.add("contended"));
        assertTrue(stale.add("not contended"));
    }

    private boolean setsBitsOfTheNewest(Batch batch) {
        Command first = batch.commands().get(0);
        return StoredConfig.isInLayer(redis, first, 1) && setsBits(first);
    }

    private static boolean setsBits(Command command) {
        return List.of(command.arguments()).stream()
                .anyMatch(word -> new String(word, StandardCharsets.UTF_8).equals("SET"));
    }

    /** The element that has met the seal is written; from then on the client writes nothing. */
    @Test
    void aSealOfAFilterThatRejectsIsRemembered() {
        BloomFilter<CharSequence> stale = sealedMeanwhile(FilterSpec.named("clicks")
                .capacity(100)
                .overCapacity(OverCapacity.REJECT)
                .build());
        assertFalse(stale.add("word-0"));
        assertTrue(stale.add("meets the seal"));
        redis.batches.clear();
        assertThrows(OverCapacityException.class, () -> stale.add("comes after it"));
        assertFalse(stale.add("meets the seal"));
        assertTrue(redis.commands().noneMatch(SingleOperationTest::setsBits));
    }
}
