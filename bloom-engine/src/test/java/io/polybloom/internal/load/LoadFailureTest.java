package io.polybloom.internal.load;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads that fail, or meet a loss, a clear, a deletion or an expiry, at each of their commands and batches: they lose
 * nothing silently, leave nothing behind, and can be repeated.
 */
class LoadFailureTest {

    /** Three partitions, the hash beside each that tells of the expiry, config and trace. */
    private static final int KEYS_THAT_EXPIRE = 8;

    private static final FilterSpec SPEC = TestFilters.clicks(3);
    private static final List<String> BEFORE = words(100);
    private static final List<String> LOADED = words(700);
    /** Those of the partitions, of the hashes beside them, of the trace and of the config. */
    private static final int DIFFERENT_EXPIRIES = 4;

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = open(redis);

    private static BloomFilter<CharSequence> open(MemoryRedis redis) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        filter.addAll(BEFORE);
        filter.expire(Duration.ofHours(5));
        return filter;
    }

    @Test
    void anErrorInAnyCommand() {
        forEachMoment((tried, moment) -> {
            int[] left = {moment};
            tried.answerInstead =
                    command -> left[0]-- == 0 ? Reply.Failure.ofServer("OOM command not allowed", null) : null;
            return left;
        });
    }

    @Test
    void noAnswerToAnyCommand() {
        forEachMoment((tried, moment) -> {
            int[] left = {moment};
            tried.answerInstead =
                    command -> left[0]-- == 0 ? Reply.Failure.noAnswer(new IllegalStateException("timeout")) : null;
            return left;
        });
    }

    @Test
    void noAnswerToAnyBatchThatWasApplied() {
        for (int moment = 0; ; moment++) {
            MemoryRedis model = new MemoryRedis();
            int[] left = {-1};
            BloomFilter<CharSequence> tried = new BlockingBloomFilters(batch -> {
                        List<Reply> replies = model.send(batch).await();
                        if (left[0]-- == 0) {
                            throw new IllegalStateException("timeout");
                        }
                        return () -> replies;
                    })
                    .open(SPEC, TestFilters.TEXT);
            tried.addAll(BEFORE);
            tried.expire(Duration.ofHours(5));
            Set<String> keys = new TreeSet<>(model.snapshot().keySet());
            left[0] = moment;
            if (!fails(tried)) {
                assertTrue(moment > 10, "batches: " + moment);
                return;
            }
            left[0] = -1;
            assertUnharmed(model, tried, keys, moment);
        }
    }

    private interface Fault {
        int[] arm(MemoryRedis model, int moment);
    }

    private static void forEachMoment(Fault fault) {
        for (int moment = 0; ; moment++) {
            MemoryRedis model = new MemoryRedis();
            BloomFilter<CharSequence> tried = open(model);
            Set<String> keys = new TreeSet<>(model.snapshot().keySet());
            int[] left = fault.arm(model, moment);
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
        assertEquals(4, new TreeSet<>(model.expiries.values()).size(), at);
    }

    @Test
    void aTemporaryKeyThatIsEvictedAtAnyMoment() {
        FilterSpec large = FilterSpec.named("clicks")
                .bits(3L << 23)
                .hashes(1)
                .partitions(1)
                .build();
        List<String> many = words(30_000);
        int vanished = 0;
        for (int moment = 0; moment < 20; moment++) {
            MemoryRedis model = new MemoryRedis();
            BloomFilter<CharSequence> tried = TestFilters.open(model, large);
            String partition = model.strings.keySet().iterator().next();
            int[] left = {moment};
            boolean[] evicted = {false};
            model.answerInstead = command -> {
                if (left[0] >= 0 && new String(command.key(), StandardCharsets.UTF_8).startsWith(partition)) {
                    // Before the first piece is written there is nothing to lose.
                    evicted[0] |= left[0] == 0
                            && model.strings
                                    .values()
                                    .removeIf(bytes -> bytes.length > 0 && bytes != model.strings.get(partition));
                    left[0]--;
                }
                return null;
            };
            try {
                tried.load(many, taken -> {});
                assertAllPresent(tried, many);
                assertFalse(evicted[0], "at command " + moment);
            } catch (BackendException failure) {
                vanished++;
                assertTrue(failure.getMessage().contains("was lost before it was used"), failure.getMessage());
            }
            assertEquals(Set.of(partition), model.strings.keySet());
        }
        assertTrue(vanished >= 6, "vanished: " + vanished);
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
                () -> redis.hashes.keySet().removeIf(key -> !key.endsWith(":expires")));
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
        String generation = tried.description().generation();
        assertThrows(end.reported, () -> tried.load(LOADED, taken -> {}));
        assertTrue(isCut[0]);
        assertEquals(
                List.of(),
                model.strings.keySet().stream()
                        .filter(key -> key.contains(generation))
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

    @Test
    void aClearAtAnyMoment() {
        atEachBatch(model -> TestFilters.open(model, SPEC).clear(), LostDataException.class, 3);
    }

    @Test
    void aDeletionAtAnyMoment() {
        atEachBatch(model -> TestFilters.open(model, SPEC).delete(), FilterGoneException.class, 0);
    }

    @Test
    void aFilterThatIsCreatedAnewAtAnyMoment() {
        atEachBatch(
                model -> {
                    TestFilters.open(model, SPEC).delete();
                    TestFilters.open(model, SPEC);
                },
                LostDataException.class,
                3);
        atEachBatch(
                model -> {
                    TestFilters.open(model, SPEC).delete();
                    TestFilters.open(model, FilterSpec.named("clicks").capacity(77));
                },
                SpecMismatchException.class,
                1);
    }

    /**
     * Lets something happen before each batch of a load in turn: the load fails as expected, or everything is in the
     * filter.
     */
    private static void atEachBatch(
            Consumer<MemoryRedis> event, Class<? extends BloomFilterException> expected, int strings) {
        int failures = 0;
        for (int moment = 0; ; moment++) {
            MemoryRedis model = new MemoryRedis();
            BloomFilter<CharSequence> tried = open(model);
            int[] left = {moment};
            model.before = batch -> {
                // What happens before the client asks for the time alone happens after it has read the config.
                if (batch.commands().get(0).verb() != Verb.TIME && left[0]-- == 0) {
                    event.accept(model);
                }
            };
            try {
                tried.load(LOADED, taken -> {});
                model.before = batch -> {};
                if (left[0] >= 0) {
                    assertTrue(failures > 10, "failures: " + failures);
                    return;
                }
                assertAllPresent(TestFilters.open(model, SPEC), LOADED);
            } catch (BloomFilterException failure) {
                failures++;
                assertInstanceOf(expected, failure);
                assertEquals(strings, model.strings.size(), "at batch " + moment);
            }
        }
    }

    private static FilterSpecBuilder clicks() {
        return TestFilters.clicks().partitions(3);
    }

    @Test
    void followsAnExpiryThatAnotherClientSetsAtAnyMoment() {
        int batches = countBatches();
        for (int moment = 0; moment < batches; moment++) {
            MemoryRedis raced = new MemoryRedis();
            BloomFilter<CharSequence> filter = TestFilters.open(raced, clicks());
            BloomFilter<CharSequence> other = TestFilters.open(raced, clicks());
            atBatch(raced, moment, () -> other.expire(Duration.ofHours(5)));
            filter.load(words(700), taken -> {});
            assertEquals(KEYS_THAT_EXPIRE, raced.expiries.size(), "at batch " + moment);
            assertEquals(DIFFERENT_EXPIRIES, new TreeSet<>(raced.expiries.values()).size(), "at batch " + moment);
        }
    }

    /** The upload of the last partition is lost, when the others have the expiry that the load gives back. */
    @Test
    void aLoadThatFailsMeetsTheRemovalOfAnExpiryAtAnyMoment() {
        for (int moment = 0; ; moment++) {
            MemoryRedis raced = new MemoryRedis();
            BloomFilter<CharSequence> filter = TestFilters.open(raced, clicks());
            BloomFilter<CharSequence> other = TestFilters.open(raced, clicks());
            other.expire(Duration.ofHours(5));
            boolean[] met = {false};
            int[] left = {moment};
            int[] merges = {0};
            raced.before = batch -> {
                if (left[0]-- == 0) {
                    met[0] = true;
                    other.persist();
                }
                if (batch.commands().get(0).verb() == Verb.BITOP && ++merges[0] == 3) {
                    raced.remove(uploaded(batch));
                }
            };
            assertThrows(BackendException.class, () -> filter.load(words(700), taken -> {}));
            if (!met[0]) {
                assertTrue(moment > 9, "batches of a load: " + moment);
                return;
            }
            assertEquals(Set.of(), raced.expiries.keySet(), "at batch " + moment);
        }
    }

    private static String uploaded(Batch merge) {
        byte[][] words = merge.commands().get(0).arguments();
        return new String(words[words.length - 1], StandardCharsets.UTF_8);
    }

    private int countBatches() {
        MemoryRedis quiet = new MemoryRedis();
        BloomFilter<CharSequence> filter = TestFilters.open(quiet, clicks());
        quiet.batches.clear();
        filter.load(words(700), taken -> {});
        return quiet.batches.size();
    }

    private static void atBatch(MemoryRedis redis, int moment, Runnable action) {
        int[] left = {moment};
        redis.before = batch -> {
            if (left[0]-- == 0) {
                action.run();
            }
        };
    }
}
