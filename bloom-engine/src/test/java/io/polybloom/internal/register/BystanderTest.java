package io.polybloom.internal.register;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One client changes a filter that grows, which has two layers. Another one has it open, and comes before each batch of
 * the change in turn, or after the first one has died there.
 */
class BystanderTest {

    private static final FilterSpec SPEC =
            TestFilters.growing(20, 2).falsePositiveRate(1e-6).build();
    private static final List<String> OLD = words(30);

    private static final class Scene {

        final MemoryRedis redis = new MemoryRedis();
        final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
        final BloomFilter<CharSequence> one = filters.open(SPEC, TEXT);
        final BloomFilter<CharSequence> other = filters.open(SPEC, TEXT);

        /** What the other client has added so far: a rebuild must read what was added before it marks the layers. */
        final List<String> added = new ArrayList<>();

        Scene() {
            one.addAll(OLD);
            assertEquals(2, one.description().layers().size());
            other.mightContain("x");
        }

        Iterator<String> all() {
            List<String> all = new ArrayList<>(OLD);
            all.addAll(added);
            return all.iterator();
        }

        /** The keys of partitions; what is being uploaded to one expires soon. */
        Set<String> partitions() {
            Set<String> keys = new TreeSet<>(redis.strings.keySet());
            keys.removeIf(key -> key.matches(".*:[0-9a-f]{16}:[0-9a-f]{16}"));
            return keys;
        }
    }

    private enum Change {
        GROW(scene -> scene.one.addAll(words(100)), true),
        REBUILD(
                scene -> scene.filters.run(
                        FilterRebuild.of("clicks").capacity(60).from(scene::all, TEXT)),
                true),
        ABANDON(scene -> scene.filters.run(FilterRebuild.abandon("clicks")), true),
        CLEAR(scene -> scene.one.clear(), false),
        EXPIRE(scene -> scene.one.expire(Duration.ofHours(1)), true),
        PERSIST(scene -> scene.one.persist(), true);

        private final Consumer<Scene> run;

        /** Whether what was added before is there afterwards. */
        private final boolean keeps;

        Change(Consumer<Scene> run, boolean keeps) {
            this.run = run;
            this.keeps = keeps;
        }
    }

    private enum Call {
        ADD,
        ADD_ALL,
        LOOK_UP,
        LOAD,
        OPEN
    }

    /** Makes a call; the elements that it has added. */
    private static List<String> call(Call call, Scene scene, Change change, String when) {
        switch (call) {
            case ADD -> {
                assertTrue(scene.other.add("new"), when);
                assertFalse(scene.other.add("new"), when);
                return List.of("new");
            }
            case ADD_ALL -> {
                scene.other.addAll(List.of("new", "newer", OLD.get(3)));
                return List.of("new", "newer");
            }
            case LOOK_UP -> {
                assertFalse(scene.other.mightContain("absent"), when);
                if (change.keeps) {
                    assertAllPresent(scene.other, OLD);
                }
                return List.of();
            }
            case LOAD -> {
                scene.other.load(List.of("new", "newest"), taken -> {});
                return List.of("new", "newest");
            }
            default -> {
                BloomFilter<CharSequence> opened = scene.filters.open(SPEC, TEXT);
                assertTrue(opened.add("new"), when);
                return List.of("new");
            }
        }
    }

    /** The fourth law. A load of bits cannot follow a rebuild that is under way, and says so. */
    @ParameterizedTest
    @EnumSource
    void noticesNothing(Change change) {
        for (Call call : Call.values()) {
            if (call == Call.LOAD && change != Change.EXPIRE && change != Change.PERSIST) {
                continue;
            }
            int batches = 0;
            for (boolean isOver = false; !isOver; batches++) {
                Scene scene = new Scene();
                int[] left = {batches};
                boolean[] isMet = {false};
                String when = call + " before batch " + batches + " of " + change;
                scene.redis.before = batch -> {
                    if (left[0]-- == 0) {
                        scene.redis.before = later -> {};
                        isMet[0] = true;
                        scene.added.addAll(call(call, scene, change, when));
                    }
                };
                change.run.accept(scene);
                scene.redis.before = batch -> {};
                isOver = !isMet[0];
                assertWhole(scene, change, when);
            }
            assertTrue(batches > (change == Change.ABANDON ? 2 : 4), change + ": " + batches + " batches");
        }
    }

    private static void assertWhole(Scene scene, Change change, String when) {
        BloomFilter<CharSequence> fresh = scene.filters.open(SPEC, TEXT);
        for (BloomFilter<CharSequence> filter : List.of(scene.other, fresh, scene.one)) {
            if (change.keeps) {
                assertEquals(OLD.size(), TestFilters.count(filter.mightContainAll(OLD)), when);
                scene.added.forEach(element -> assertTrue(filter.mightContain(element), when + ": " + element));
            }
            assertFalse(filter.mightContain("absent"), when);
        }
        assertTrue(StoredConfig.isReady(scene.redis), when);
        fresh.clear();
        assertEquals(2, scene.partitions().size(), when + ": " + scene.partitions());
    }

    /** The next client finds the filter as it was, or as it was to be, and leaves no key that nobody knows. */
    @ParameterizedTest
    @EnumSource
    void goesOnWhereverTheOtherClientDies(Change change) {
        int deaths = 0;
        for (boolean isOver = false; !isOver; deaths++) {
            Scene scene = new Scene();
            int[] left = {deaths};
            String when = change + " died at command " + deaths;
            scene.redis.answerInstead = command -> left[0]-- <= 0 ? Reply.Failure.noAnswer(null) : null;
            isOver = succeeds(() -> change.run.accept(scene));
            scene.redis.answerInstead = command -> null;
            for (BloomFilter<CharSequence> filter : List.of(scene.other, scene.filters.open(SPEC, TEXT))) {
                assertFalse(filter.mightContain("absent"), when);
                if (change.keeps) {
                    assertEquals(OLD.size(), TestFilters.count(filter.mightContainAll(OLD)), when);
                }
            }
            assertTrue(scene.filters.open(SPEC, TEXT).add("late"), when);
            scene.filters.run(FilterRebuild.abandon("clicks"));
            assertTrue(scene.other.mightContain("late"), when);
            scene.other.clear();
            // What the client had made when it died, and what its last commands would still have ended.
            scene.other.expire(Duration.ofHours(1));
            scene.other.persist();
            assertEquals(2, scene.partitions().size(), when + ": " + scene.partitions());
        }
        assertTrue(deaths > (change == Change.ABANDON ? 4 : 8), change + ": " + deaths + " commands");
    }

    private static boolean succeeds(Runnable call) {
        try {
            call.run();
            return true;
        } catch (BackendException dead) {
            return false;
        } catch (BloomFilterException dead) {
            return dead.getCause() == null;
        }
    }
}
