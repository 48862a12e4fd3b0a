package io.polybloom.internal.load;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads that fail at each of their commands: they lose nothing silently, leave nothing behind, and can be repeated. The
 * simulator explores what other clients do meanwhile.
 */
class LoadFailureTest {

    /** Three partitions, the hash beside each that tells of the expiry, config and trace. */
    private static final int KEYS_THAT_EXPIRE = 3 + 2;

    private static final FilterSpec SPEC = TestFilters.clicks(3);
    private static final List<String> BEFORE = words(100);
    private static final List<String> LOADED = words(700);

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = open(redis);

    private static BloomFilter<CharSequence> open(MemoryRedis redis) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        filter.addAll(BEFORE);
        filter.expire(Duration.ofHours(5));
        return filter;
    }

    static List<Reply> failures() {
        return List.of(
                Reply.Failure.ofServer("OOM command not allowed", null),
                Reply.Failure.noAnswer(new IllegalStateException("timeout")));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anyCommandMayFail(Reply failure) {
        for (int moment = 0; ; moment++) {
            MemoryRedis model = new MemoryRedis();
            BloomFilter<CharSequence> tried = open(model);
            Set<String> keys = new TreeSet<>(model.snapshot().keySet());
            int[] left = {moment};
            model.answerInstead = command -> left[0]-- == 0 ? failure : null;
            boolean failed = fails(tried);
            model.answerInstead = command -> null;
            if (left[0] >= 0) {
                assertFalse(failed);
                assertTrue(moment > 20, "commands: " + moment);
                return;
            }
            assertTrue(failed, "at command " + moment);
            assertUnharmed(model, tried, keys, moment);
        }
    }

    private static boolean fails(BloomFilter<CharSequence> tried) {
        try {
            assertEquals(LOADED.size(), tried.load(LOADED, taken -> {}));
            return false;
        } catch (BackendException failure) {
            return true;
        }
    }

    private static void assertUnharmed(
            MemoryRedis model, BloomFilter<CharSequence> tried, Set<String> keys, int moment) {
        String at = "at " + moment;
        assertEquals(keys, new TreeSet<>(model.snapshot().keySet()), at);
        assertEquals(KEYS_THAT_EXPIRE, model.expiries.size(), at);
        assertAllPresent(tried, BEFORE);
        assertEquals(LOADED.size(), tried.load(LOADED, taken -> {}), at);
        assertAllPresent(tried, LOADED);
        MemoryRedis reference = new MemoryRedis();
        TestFilters.open(reference, SPEC).addAll(LOADED);
        List<byte[]> expected = List.copyOf(reference.strings.values());
        List<byte[]> actual = List.copyOf(model.strings.values());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), actual.get(i), at);
        }
        assertEquals(keys, new TreeSet<>(model.snapshot().keySet()), at);
        assertEquals(2, new TreeSet<>(model.expiries.values()).size(), at);
    }

    @Test
    void anIteratorOrAProgressThatThrowsLeavesEverythingAsItWas() {
        var before = redis.snapshot();
        assertThrows(
                IllegalStateException.class,
                () -> filter.load(
                        LOADED.stream().peek(word -> {
                            if (word.equals("word-500")) {
                                throw new IllegalStateException("the source ended");
                            }
                        }),
                        taken -> {}));
        assertThrows(
                IllegalStateException.class,
                () -> filter.load(LOADED, taken -> {
                    throw new IllegalStateException("stopped");
                }));
        assertEquals(before, redis.snapshot());
    }

    /** A server that has come back empty may have been asked for the config. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConfigThatIsGoneTakesNoPartitionWithIt(boolean expires) {
        if (!expires) {
            filter.persist();
        }
        Set<String> partitions = new TreeSet<>(redis.strings.keySet());
        redis.once(
                batch -> batch.commands().stream().anyMatch(command -> command.verb() == Verb.BITOP),
                () -> redis.hashes.clear());
        assertThrows(FilterGoneException.class, () -> filter.load(LOADED, taken -> {}));
        assertEquals(partitions, redis.strings.keySet());
        assertEquals(expires, redis.expiries.keySet().containsAll(partitions));
    }

    /**
     * No other client knows of the string that the merge makes, and a clear or a deletion that is over does not look
     * for it.
     */
    @ParameterizedTest
    @EnumSource
    void aMergeWithoutAnAnswerAfterTheEndOfTheGeneration(End end) {
        MemoryRedis model = new MemoryRedis();
        boolean[] isCut = {false};
        BloomFilter<CharSequence> tried = new BlockingBloomFilters(batch -> {
                    boolean isMerge = batch.commands().stream().anyMatch(command -> command.verb() == Verb.BITOP);
                    if (isMerge && !isCut[0]) {
                        end.act.accept(TestFilters.open(model, SPEC));
                    }
                    List<Reply> replies = model.send(batch).await();
                    if (isMerge && !isCut[0]) {
                        isCut[0] = true;
                        throw new IllegalStateException("timeout");
                    }
                    return () -> replies;
                })
                .open(SPEC, TestFilters.TEXT);
        String layer = tried.description().layerIds().get(0);
        assertThrows(end.reported, () -> tried.load(LOADED, taken -> {}));
        assertTrue(isCut[0]);
        assertEquals(
                List.of(),
                model.strings.keySet().stream()
                        .filter(key -> key.contains(layer))
                        .toList());
    }

    private enum End {
        CLEAR(BloomFilter::clear, LostDataException.class),
        DELETION(BloomFilter::delete, FilterGoneException.class);

        private final Consumer<BloomFilter<CharSequence>> act;
        private final Class<? extends BloomFilterException> reported;

        End(Consumer<BloomFilter<CharSequence>> act, Class<? extends BloomFilterException> reported) {
            this.act = act;
            this.reported = reported;
        }
    }
}
