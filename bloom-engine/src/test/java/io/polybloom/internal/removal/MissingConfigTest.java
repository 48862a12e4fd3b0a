package io.polybloom.internal.removal;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterRebuild;
import io.polybloom.LostDataException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The config goes missing before each of the batches of an operation on the whole filter. */
class MissingConfigTest {

    private static final String GONE = StoredConfig.KEY + ":gone";
    private static final String OTHER_FIELD = "generation.another.1";

    enum Change {
        CLEAR((filters, filter) -> filter.clear()),
        EXPIRE((filters, filter) -> filter.expire(Duration.ofHours(1))),
        EXPIRE_LATER((filters, filter) -> {
            filter.expire(Duration.ofHours(1));
            filter.expire(Duration.ofHours(2));
        }),
        PERSIST((filters, filter) -> filter.persist()),
        REBUILD((filters, filter) -> filters.run(FilterRebuild.of("clicks").from(words(10), TEXT)));

        private final BiConsumer<BlockingBloomFilters, BloomFilter<CharSequence>> call;

        Change(BiConsumer<BlockingBloomFilters, BloomFilter<CharSequence>> call) {
            this.call = call;
        }
    }

    /**
     * Runs an operation anew for each of its batches, with an accident before that one.
     *
     * @param judge takes what the operation has thrown, null if nothing, and the data after it
     */
    private static void beforeEachBatch(
            Change change,
            Consumer<MemoryRedis> accident,
            BiConsumer<@Nullable BloomFilterException, MemoryRedis> judge) {
        int[] left = {0};
        for (int batch = 0; left[0] <= 0; batch++) {
            MemoryRedis redis = new MemoryRedis();
            BlockingBloomFilters filters = new BlockingBloomFilters(redis);
            BloomFilter<CharSequence> filter = filters.open(clicks(2), TEXT);
            filter.addAll(words(10));
            left[0] = batch + 1;
            redis.before = sent -> {
                if (--left[0] == 0) {
                    accident.accept(redis);
                }
            };
            BloomFilterException thrown = null;
            try {
                change.call.accept(filters, filter);
            } catch (BloomFilterException expected) {
                thrown = expected;
            }
            redis.before = sent -> {};
            judge.accept(thrown, redis);
        }
    }

    private static void assertNothingWasThrown(@Nullable BloomFilterException thrown, MemoryRedis redis) {
        if (thrown != null) {
            throw new AssertionError(thrown);
        }
        assertTrue(redis.hashes.containsKey(StoredConfig.KEY));
        assertFalse(redis.hashes.containsKey(GONE));
    }

    private static void move(MemoryRedis redis, String key) {
        Map<String, String> config = redis.hashes.remove(StoredConfig.KEY);
        if (config != null) {
            redis.hashes.put(key, config);
        }
    }

    /** Nobody has deleted it, and it has not expired, so that is not what the caller is told. */
    @ParameterizedTest
    @EnumSource
    void isSaidToBeLostWhereItWasEvicted(Change change) {
        int[] told = {0};
        beforeEachBatch(change, redis -> redis.remove(StoredConfig.KEY), (thrown, redis) -> {
            if (thrown != null) {
                assertEquals(LostDataException.class, thrown.getClass(), thrown.getMessage());
                told[0]++;
            }
        });
        assertTrue(told[0] > 2, "only the last batches need no config");
    }

    /** A late rename of the deletion of an earlier filter has moved it. */
    @ParameterizedTest
    @EnumSource
    void isBroughtBackWhereItWasMovedAway(Change change) {
        beforeEachBatch(change, redis -> move(redis, GONE), (thrown, redis) -> {
            new BlockingBloomFilters(redis).open(clicks(2), TEXT);
            assertNothingWasThrown(thrown, redis);
        });
    }

    /** What it has itself written in its place is in the way, too, until it withdraws that. */
    @Test
    void aClientDoesNotWaitForItself() {
        MemoryRedis redis = new MemoryRedis();
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, TestFilters.growing(100, 1).build());
        filter.addAll(words(50));
        redis.once(MissingConfigTest::marksALayer, () -> move(redis, GONE));
        redis.batches.clear();
        try {
            filter.addAll(words(200));
        } catch (BloomFilterException expected) {
            assertEquals(LostDataException.class, expected.getCause().getClass(), expected.getMessage());
        }
        assertTrue(redis.count(Verb.RENAMENX) < 20, "renames: " + redis.count(Verb.RENAMENX));
        filter.addAll(words(200));
        assertEquals(2, filter.description().layers().size());
    }

    private static boolean marksALayer(Batch batch) {
        return batch.commands().stream()
                .anyMatch(command -> command.verb() == Verb.HSETNX
                        && new String(command.arguments()[0], StandardCharsets.UTF_8).startsWith("ready."));
    }

    /**
     * The config was away only while the client read it after a field. Others may have read that field in the config,
     * so it must stay there.
     */
    @ParameterizedTest
    @EnumSource
    void losesNothingThatWasWrittenBeforeItWasMovedAway(Change change) {
        List<String> lost = new ArrayList<>();
        beforeEachBatch(
                change,
                redis -> {
                    Batch behind = redis.batches.get(redis.batches.size() - 1);
                    Set<String> written = fields(behind, Verb.HSETNX);
                    if (!written.isEmpty()) {
                        StoredConfig.hide(
                                redis,
                                1,
                                () -> fields(redis.batches.get(redis.batches.size() - 1), Verb.HDEL).stream()
                                        .filter(written::contains)
                                        .forEach(lost::add));
                    }
                },
                (thrown, redis) -> {
                    redis.answerInstead = command -> null;
                    assertNothingWasThrown(thrown, redis);
                });
        assertEquals(List.of(), lost);
    }

    private static Set<String> fields(Batch batch, Verb verb) {
        return batch.commands().stream()
                .filter(command -> command.verb() == verb)
                .filter(command -> new String(command.key(), StandardCharsets.UTF_8).equals(StoredConfig.KEY))
                .flatMap(command -> Stream.of(command.arguments()).limit(verb == Verb.HSETNX ? 1 : Long.MAX_VALUE))
                .map(field -> new String(field, StandardCharsets.UTF_8))
                .collect(Collectors.toSet());
    }

    /** What another client has written in its place is in the way until that client withdraws it. */
    @ParameterizedTest
    @EnumSource
    void isBroughtBackBehindWhatAnotherClientWritesThere(Change change) {
        beforeEachBatch(change, MissingConfigTest::moveAndWrite, (thrown, redis) -> {
            withdraw(redis);
            new BlockingBloomFilters(redis).open(clicks(2), TEXT);
            assertNothingWasThrown(thrown, redis);
        });
    }

    /** A claim to the name is in the way, too, until its client withdraws it. */
    @ParameterizedTest
    @EnumSource
    void isBroughtBackBehindTheClaimOfAnotherClient(Change change) {
        beforeEachBatch(change, MissingConfigTest::moveAndClaim, (thrown, redis) -> {
            withdraw(redis);
            new BlockingBloomFilters(redis).open(clicks(2), TEXT);
            assertNothingWasThrown(thrown, redis);
        });
    }

    /** The client of the claim has died. A client that waits for it must not keep the server busy. */
    @Test
    void isSoonSaidToBeLostBehindAClaimThatNobodyWithdraws() {
        MemoryRedis redis = new MemoryRedis();
        BloomFilter<CharSequence> filter = new BlockingBloomFilters(redis).open(clicks(2), TEXT);
        moveAndClaim(redis);
        redis.answerInstead = command -> null;
        redis.batches.clear();
        assertThrows(LostDataException.class, filter::clear);
        assertTrue(redis.batches.size() < 500, "exchanges: " + redis.batches.size());
    }

    /** The claim, which the clear has read, names only one layer. */
    @Test
    void isClearedBehindAClaimWithAllItsLayers() {
        MemoryRedis redis = new MemoryRedis();
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, TestFilters.growing(100, 1).build());
        filter.addAll(words(200));
        String second = "bloom:{clicks:0}:" + filter.description().generation() + ".1";
        assertTrue(redis.strings.containsKey(second));
        boolean[] isLeft = {false};
        redis.once(MemoryRedis.beginsWith(Verb.HGETALL), () -> {
            moveAndClaim(redis);
            redis.once(
                    batch -> batch.commands().get(0).verb() == Verb.HSETNX,
                    () -> isLeft[0] = redis.strings.containsKey(second));
        });
        filter.clear();
        assertFalse(isLeft[0]);
    }

    @Test
    void isOpenedBehindTheClaimOfAnotherClient() {
        MemoryRedis redis = new MemoryRedis();
        BlockingBloomFilters filters = new BlockingBloomFilters(redis);
        String origin = filters.open(clicks(2), TEXT).description().origin();
        moveAndClaim(redis);
        assertEquals(origin, filters.open(clicks(2), TEXT).description().origin());
        moveAndClaim(redis);
        assertEquals(origin, filters.openExisting("clicks", TEXT).description().origin());
    }

    /** A client that waits for the claim to be withdrawn brings the config back at once. */
    @Test
    void isOpenedWhereAnotherClientBringsItBackMeanwhile() {
        MemoryRedis redis = new MemoryRedis();
        BlockingBloomFilters filters = new BlockingBloomFilters(redis);
        String origin = filters.open(clicks(2), TEXT).description().origin();
        move(redis, GONE);
        redis.once(
                batch -> batch.commands().get(0).verb() == Verb.UNLINK && !redis.hashes.containsKey(StoredConfig.KEY),
                () -> redis.hashes.put(StoredConfig.KEY, redis.hashes.remove(GONE)));
        assertEquals(origin, filters.open(clicks(2), TEXT).description().origin());
        assertFalse(redis.hashes.containsKey(GONE));
    }

    /** A client that has found the claim begins to make its partitions before it sees the trace. */
    @Test
    void isOpenedWhereAnotherClientHasBegunToCompleteTheClaim() {
        MemoryRedis redis = new MemoryRedis();
        BlockingBloomFilters filters = new BlockingBloomFilters(redis);
        String origin = filters.open(clicks(2), TEXT).description().origin();
        move(redis, GONE);
        redis.once(
                batch -> batch.commands().stream().anyMatch(command -> command.verb() == Verb.HDEL),
                () -> StoredConfig.fields(redis).put("ready." + generation(redis) + ".0", "makes=00000000000000cc"));
        assertEquals(origin, filters.open(clicks(2), TEXT).description().origin());
        assertFalse(redis.hashes.containsKey(GONE));
    }

    /** The config had shown this client's field; what stands alone later is that of another client. */
    @Test
    void keepsAFieldThatAnotherClientWritesAfterTheConfigHadIt() {
        MemoryRedis redis = new MemoryRedis();
        String origin = new BlockingBloomFilters(redis)
                .open(clicks(2), TEXT)
                .description()
                .origin();
        LifeConfig life = new LifeConfig(new ConfigKey("clicks"), origin);
        String field = "layer.00000000000000bb.1";
        byte[] bytes = field.getBytes(StandardCharsets.US_ASCII);
        Command claim = new Command(Verb.HSETNX, StoredConfig.KEY.getBytes(StandardCharsets.US_ASCII), bytes, bytes);
        new BlockingDriver(redis).run(life.put(List.of(claim)));
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of(field, "another")));
        new BlockingDriver(redis).run(life.forget());
        assertEquals(Map.of(field, "another"), StoredConfig.fields(redis));
    }

    private static String generation(MemoryRedis redis) {
        return StoredConfig.fields(redis).get("spec").replaceAll(".*generation=([0-9a-f]{16}).*", "$1");
    }

    private static void moveAndClaim(MemoryRedis redis) {
        Map<String, String> config = StoredConfig.fields(redis);
        if (config != null) {
            moveAndWrite(redis, "spec", StoredConfig.claimLike(config));
        }
    }

    private static void moveAndWrite(MemoryRedis redis) {
        moveAndWrite(redis, OTHER_FIELD, "written");
    }

    private static void moveAndWrite(MemoryRedis redis, String field, String value) {
        int[] renames = {0};
        move(redis, GONE);
        redis.hashes.put(StoredConfig.KEY, Map.of(field, value));
        redis.answerInstead = command -> {
            if (command.verb() == Verb.RENAMENX && ++renames[0] == 3) {
                withdraw(redis);
            }
            return null;
        };
    }

    private static void withdraw(MemoryRedis redis) {
        if (redis.hashes.containsKey(GONE)) {
            StoredConfig.fields(redis).keySet().removeAll(Set.of(OTHER_FIELD, "spec"));
        }
    }

    /** Another client deletes the filter on a server that has no memory for the mark of the deletion. */
    @ParameterizedTest
    @EnumSource
    void isSaidToBeGoneWhereItIsDeletedWithoutAMark(Change change) {
        int[] told = {0};
        beforeEachBatch(
                change,
                redis -> {
                    Set<String> origins = redis.hashes.get(StoredConfig.TRACE).keySet();
                    move(redis, GONE + ":" + origins.iterator().next());
                },
                (thrown, redis) -> {
                    if (thrown != null) {
                        assertEquals(FilterGoneException.class, thrown.getClass(), thrown.getMessage());
                        told[0]++;
                    }
                });
        assertTrue(told[0] > 2, "only the last batches need no config");
    }
}
