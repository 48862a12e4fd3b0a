package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterCopy;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Other clients use the name of a copy before it is finished. */
class CopyRaceTest {

    private static final String CONFIG = "bloom:{new}";
    private static final String TRACE = "bloom:{new}:trace";
    private static final FilterSpec EXISTING = FilterSpec.existing("new").build();
    private static final FilterSpec TARGET =
            FilterSpec.named("new").capacity(1000).partitions(3).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
    private BloomFilter<CharSequence> source;

    @BeforeEach
    void fill() {
        source = TestFilters.open(redis, clicks(3));
        source.add("copied");
    }

    private void copy() {
        filters.run(FilterCopy.of(clicks(3)).named("new"));
    }

    private void before(Predicate<Batch> which, Runnable event) {
        redis.once(which, event);
    }

    /** The fields of the copy come before its claim. */
    private static boolean writesFields(Batch batch) {
        Command first = batch.commands().get(0);
        return first.verb() == Verb.HSETNX && key(first).equals(CONFIG);
    }

    private static boolean claims(Batch batch) {
        return batch.commands().stream()
                .anyMatch(
                        command -> command.verb() == Verb.HSETNX && key(command).equals(CONFIG) && isSpec(command));
    }

    private static boolean namesTheTrace(Batch batch) {
        return batch.commands().stream()
                .anyMatch(command ->
                        command.verb() == Verb.RENAMENX && key(command).startsWith(TRACE));
    }

    private static boolean isSpec(Command command) {
        return new String(command.arguments()[0], StandardCharsets.UTF_8).equals("spec");
    }

    private static String key(Command command) {
        return new String(command.key(), StandardCharsets.UTF_8);
    }

    /** Another client makes the target and adds to it; then the config is lost. */
    private BloomFilter<CharSequence> loseAnotherFilter() {
        BloomFilter<CharSequence> other = TestFilters.open(redis, TARGET);
        other.add("added");
        redis.remove(CONFIG);
        return other;
    }

    private void assertIsLost() {
        for (FilterSpec spec : new FilterSpec[] {TARGET, EXISTING}) {
            LostDataException lost = assertThrows(LostDataException.class, () -> TestFilters.open(redis, spec));
            assertTrue(lost.getMessage().startsWith("the config of the filter 'new' was lost"), lost.getMessage());
        }
    }

    @Test
    void isNotUsedBesideTheTraceOfAFilterThatHasLostItsConfig() {
        before(CopyRaceTest::claims, () -> {
            loseAnotherFilter();
            before(CopyRaceTest::namesTheTrace, this::assertIsLost);
        });
        assertThrows(LostDataException.class, this::copy);
    }

    @Test
    void isNotTakenUpByAClientThatHasAFilterOpenWhoseConfigIsLost() {
        BloomFilter<CharSequence> other = loseAnotherFilterDuringTheCopy();
        for (int i = 0; i < 2; i++) {
            LostDataException lost = assertThrows(LostDataException.class, other::stats);
            assertTrue(lost.getMessage().startsWith("the config of the filter 'new' was lost"), lost.getMessage());
            assertTrue(other.mightContain("added"));
        }
    }

    /** An opening removes what has expired, but nobody has asked it to remove the other filter. */
    @Test
    void removesNoFilterThatHasLostItsConfigWhenItExpires() {
        source.expire(Duration.ofMinutes(5));
        BloomFilter<CharSequence> other = loseAnotherFilterDuringTheCopy();
        redis.millis += Duration.ofMinutes(6).toMillis();
        assertIsLost();
        TestFilters.open(redis, FilterSpec.named("second").capacity(1000).build());
        FilterCopy next = FilterCopy.of(FilterSpec.existing("second").build()).named("new");
        assertThrows(LostDataException.class, () -> filters.run(next));
        assertTrue(other.mightContain("added"));
        assertTrue(filters.run(FilterRemoval.of("new")));
        assertFalse(TestFilters.open(redis, TARGET).mightContain("added"));
    }

    @Test
    void isNotImportedBesideTheTraceOfAFilterThatHasLostItsConfig() {
        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        filters.run(SnapshotExport.of("clicks", snapshot));
        SnapshotImport task = SnapshotImport.of(() -> new ByteArrayInputStream(snapshot.toByteArray()))
                .named("new");
        before(CopyRaceTest::writesFields, this::loseAnotherFilter);
        for (int i = 0; i < 2; i++) {
            assertThrows(LostDataException.class, () -> filters.run(task));
        }
        assertIsLost();
    }

    private BloomFilter<CharSequence> loseAnotherFilterDuringTheCopy() {
        AtomicReference<BloomFilter<CharSequence>> other = new AtomicReference<>();
        before(CopyRaceTest::writesFields, () -> other.set(loseAnotherFilter()));
        assertThrows(LostDataException.class, this::copy);
        return other.get();
    }

    /** The trace of the other filter is gone before the copy has acted on it, so the copy may be used. */
    @Test
    void leavesWhatOthersUseWhenAFilterThatHasLostItsConfigIsDeleted() {
        before(CopyRaceTest::writesFields, () -> {
            BloomFilter<CharSequence> other = loseAnotherFilter();
            before(
                    CopyRaceTest::namesTheTrace,
                    () -> before(any -> true, () -> {
                        other.delete();
                        assertTrue(TestFilters.open(redis, TARGET).add("new"));
                    }));
        });
        assertThrows(LostDataException.class, this::copy);
        BloomFilter<CharSequence> copy = TestFilters.open(redis, EXISTING);
        assertTrue(copy.mightContain("new"));
        assertTrue(copy.mightContain("copied"));
        assertTrue(filters.run(FilterRemoval.of("new")));
        assertEquals(Map.of(), leftOfTheCopy());
    }

    /** The expiry of the copy must not stay where the other config belongs. */
    @Test
    void givesTheNameBackToAFilterWhoseConfigWasMovedAway() {
        source.expire(Duration.ofMinutes(5));
        before(CopyRaceTest::writesFields, () -> {
            TestFilters.open(redis, TARGET).add("added");
            redis.hashes.put(CONFIG + ":gone", redis.hashes.remove(CONFIG));
        });
        assertThrows(SpecMismatchException.class, this::copy);
        BloomFilter<CharSequence> other = TestFilters.open(redis, EXISTING);
        assertTrue(other.mightContain("added"));
        assertFalse(other.mightContain("copied"));
        other.delete();
        assertEquals(Map.of(), leftOfTheCopy());
    }

    /** The memory of the server was full, so the config was moved away instead of being marked. */
    @Test
    void takesTheNameOfAFilterWhoseDeletionHasDiedBehindItsEnd() {
        BloomFilter<CharSequence> ended = TestFilters.open(redis, TARGET);
        ended.add("added");
        String gone = CONFIG + ":gone:" + ended.description().origin();
        redis.hashes.put(gone, redis.hashes.remove(CONFIG));
        copy();
        BloomFilter<CharSequence> copy = TestFilters.open(redis, EXISTING);
        assertTrue(copy.mightContain("copied"));
        assertFalse(copy.mightContain("added"));
        assertFalse(redis.hashes.containsKey(gone));
        assertEquals(6, redis.strings.size());
    }

    @Test
    void keepsNothingWhenItsConfigIsLostAndTheNameTakenBeforeItHasATrace() {
        before(CopyRaceTest::namesTheTrace, () -> {
            redis.remove(CONFIG);
            TestFilters.open(redis, TARGET).add("added");
        });
        assertThrows(SpecMismatchException.class, this::copy);
        BloomFilter<CharSequence> other = TestFilters.open(redis, TARGET);
        assertTrue(other.mightContain("added"));
        assertFalse(other.mightContain("copied"));
        assertEquals(6, redis.strings.size());
    }

    @Test
    void givesTheTraceItsNameWhenItIsOpenedBeforeThat() {
        for (FilterSpec spec : new FilterSpec[] {TARGET, EXISTING}) {
            before(CopyRaceTest::namesTheTrace, () -> {
                assertTrue(TestFilters.open(redis, spec).mightContain("copied"));
                assertTrue(redis.hashes.containsKey(TRACE));
            });
            copy();
            TestFilters.open(redis, EXISTING).delete();
        }
    }

    /**
     * The deletion takes the fields that the copy has written into the config with it, and the partitions they name.
     */
    @Test
    void isNotCompleteWhenAnotherFilterOfTheNameWasDeletedMeanwhile() {
        for (Duration life : new Duration[] {Duration.ZERO, Duration.ofMinutes(5)}) {
            if (!life.isZero()) {
                source.expire(life);
            }
            BloomFilter<?>[] other = {source};
            boolean[] isOpen = {false};
            redis.before = batch -> {
                if (!isOpen[0] && writesFields(batch)) {
                    isOpen[0] = true;
                    other[0] = TestFilters.open(redis, TARGET);
                } else if (other[0] != source && claims(batch)) {
                    redis.before = ignored -> {};
                    other[0].delete();
                }
            };
            LostDataException lost = assertThrows(LostDataException.class, this::copy);
            assertTrue(lost.getMessage().contains("the copy 'new' is not complete"), lost.getMessage());
            assertTrue(filters.run(FilterRemoval.of("new")));
            redis.before = ignored -> {};
            copy();
            assertTrue(TestFilters.open(redis, EXISTING).mightContain("copied"));
            assertTrue(filters.run(FilterRemoval.of("new")));
        }
        assertEquals(Map.of(), leftOfTheCopy());
    }

    private Map<String, String> leftOfTheCopy() {
        Map<String, String> left = redis.snapshot();
        left.keySet().removeIf(key -> key.contains("clicks"));
        return left;
    }
}
