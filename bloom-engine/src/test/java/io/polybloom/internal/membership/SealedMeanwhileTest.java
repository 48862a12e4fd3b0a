package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.LayerStats;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Bulk operations of a client that does not know yet of the layer which another one has opened. */
class SealedMeanwhileTest {

    private static final FilterSpec SPEC = TestFilters.growing(100, 1).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> stale = TestFilters.open(redis, SPEC);
    private final BloomFilter<CharSequence> other = TestFilters.open(redis, SPEC);

    SealedMeanwhileTest() {
        // So the client has measured the layer, and continues to add where it believes that there is room.
        stale.addAll(List.of("word-0", "word-1"));
        other.addAll(words(250));
        assertEquals(2, other.description().layers().size());
        assertEquals(1, stale.description().layers().size());
    }

    /** Look-ups are BITFIELD, too, since a replica refuses it. */
    private static boolean setsBitsOf(String layer, Batch batch) {
        Command first = batch.commands().get(0);
        return new String(first.key(), StandardCharsets.UTF_8).endsWith(layer)
                && Stream.of(first.arguments())
                        .anyMatch(word -> new String(word, StandardCharsets.UTF_8).equals("SET"));
    }

    /** As if the client that has opened the layer behind it had died before the seal. */
    private void takeSealFrom(String layer) {
        redis.strings.forEach((key, bytes) -> {
            if (key.endsWith(layer)) {
                bytes[bytes.length - 1] &= (byte) ~0x40;
            }
        });
    }

    /** Another thread of the same object takes up the next layer while the first part of a large call is on its way. */
    @Test
    void theRestOfALargeCallGoesIntoTheLayerThatAnotherThreadHasTakenUp() {
        String first = stale.description().layerIds().get(0);
        takeSealFrom(first);
        redis.once(batch -> setsBitsOf(first, batch), stale::stats);
        stale.addAll(words(8_000).subList(1_000, 8_000));
        LayerStats stats = stale.stats().layers().get(0);
        assertTrue(stats.estimatedCount() < 3 * stats.capacity(), stats.toString());
    }

    @Test
    void saysThatItMayHaveWrittenWhenTheNewLayerRefusesIt() {
        redis.answerInstead = command -> command.verb() == Verb.BITFIELD && StoredConfig.isInLayer(redis, command, 1)
                ? Reply.Failure.ofServer("OOM no", null)
                : null;
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> stale.addAll(List.of("a new one", "word-0")));
        BackendException reason = assertInstanceOf(BackendException.class, partial.getCause());
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, reason.reason());
        assertTrue(reason.mayHaveBeenApplied(), "the sealed layer has the bits");
    }
}
