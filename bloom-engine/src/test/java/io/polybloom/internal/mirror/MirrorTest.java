package io.polybloom.internal.mirror;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.StaleMirrorException;
import io.polybloom.locate.ElementLocator;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of a mirror: those of the filter, as of an instant, or an exception. */
class MirrorTest extends MirroredFilters {

    @ParameterizedTest
    @ValueSource(
            strings = {"classic-v1", "blocked-v1", "words-v1", "keyed", "partitions", "grown", "large", "manyHashes"})
    void answersAreThoseOfTheFilterBitByBit(String shape) {
        FilterSpecBuilder spec = switch (shape) {
            case "keyed" -> TestFilters.clicks().keyed();
            case "partitions" -> TestFilters.clicks().partitions(7);
            case "grown" -> FilterSpec.named("clicks").capacity(100).overCapacity(OverCapacity.GROW);
            case "manyHashes" -> FilterSpec.named("clicks").bits(30_000).hashes(40);
            case "large" -> FilterSpec.named("clicks").bits(9_000_000).hashes(4).partitions(1);
            default -> TestFilters.clicks().layout(shape);
        };
        BloomFilter<CharSequence> filter = open(spec);
        filter.addAll(words(500));
        FilterMirror<CharSequence> mirror = mirror();
        assertEquals(shape.equals("grown"), mirror.description().layers().size() > 1);
        List<String> asked = words(20_000);
        assertArrayEquals(filter.mightContainAll(asked), mirror.mightContainAll(asked));
        for (String word : words(1000)) {
            assertEquals(filter.mightContain(word), mirror.mightContain(word), word);
        }
    }

    @Test
    void learnsNothingFromAFilterOfAnotherSystemWithTheSameName() {
        open(3);
        FilterMirror<CharSequence> mirror = mirror();
        FilterSpec foreign =
                FilterSpec.named("clicks").layout("plain").capacity(50).build();
        BloomFilter<CharSequence> theirs = filters.open(foreign, TEXT);
        theirs.add("single");
        theirs.addAll(List.of("first", "second"));
        for (String word : List.of("single", "first", "second")) {
            assertFalse(mirror.mightContain(word), word);
        }
    }

    @Test
    void whatOthersAddIsSeenByTheNextRefreshAndWhatTheSameClientAddsAtOnce() {
        BloomFilter<CharSequence> theirs = open(3);
        BloomFilter<CharSequence> ours = filters.openExisting("clicks", TEXT);
        FilterMirror<CharSequence> mirror = mirror();
        theirs.add("theirs");
        assertFalse(mirror.mightContain("theirs"));
        ours.add("single");
        assertTrue(mirror.mightContain("single"));
        ours.addAll(List.of("one", "two"));
        assertArrayEquals(new boolean[] {true, true, false}, mirror.mightContainAll(List.of("one", "two", "three")));
        ours.claims("writer").add(1, "claimed");
        assertTrue(mirror.mightContain("claimed"));
        assertFalse(ours.add("theirs"), "it is there already");
        assertTrue(mirror.mightContain("theirs"), "and so the mirror has been told");
        theirs.add("later");
        mirror.refresh();
        assertTrue(mirror.mightContain("later"));
    }

    @Test
    void anAddThatTheNearCacheAnswersIsSeenAtOnce() {
        open(1);
        FilterOptions cached =
                FilterOptions.defaults().nearCache(NearCache.ofMemory(1 << 20).checkedEvery(Duration.ofDays(1)));
        BloomFilter<CharSequence> ours = filters.openExisting("clicks", TEXT, cached);
        ours.add("known");
        FilterMirror<CharSequence> mirror = mirror();
        StoredConfig.keysOfPartition(redis, 0).forEach(key -> {
            byte[] bits = redis.strings.get(key);
            Arrays.fill(bits, 0, bits.length - 1, (byte) 0);
        });
        FilterMirror<CharSequence> empty = mirror();
        assertFalse(empty.mightContain("known"));
        assertEquals(List.of(), commandsOf(() -> assertFalse(ours.add("known"))), "the cache answers");
        assertTrue(empty.mightContain("known"));
        assertTrue(mirror.mightContain("known"));
    }

    @Test
    void whatIsAddedWhileARefreshReadsIsNotForgottenByIt() {
        BloomFilter<CharSequence> ours = filters.open(TestFilters.clicks().build(), TEXT);
        FilterMirror<CharSequence> mirror = mirror();
        ours.clear();
        redis.before = batch -> {
            // After the bits of the new generation were read, and before they are published.
            if (batch.commands().stream().anyMatch(command -> command.verb() == Verb.HGETALL)
                    && redis.commands().anyMatch(command -> command.verb() == Verb.SET)) {
                redis.before = other -> {};
                ours.add("meanwhile");
            }
        };
        redis.batches.clear();
        mirror.refresh();
        assertTrue(mirror.mightContain("meanwhile"));
    }

    @Test
    void clearsRebuildsAndGrowthAreFollowed() {
        BloomFilter<CharSequence> filter =
                open(FilterSpec.named("clicks").capacity(100).overCapacity(OverCapacity.GROW));
        filter.add("before");
        FilterMirror<CharSequence> mirror = mirror();
        filter.clear();
        filter.add("after");
        mirror.refresh();
        assertFalse(mirror.mightContain("before"));
        assertTrue(mirror.mightContain("after"));
        filter.addAll(words(400));
        mirror.refresh();
        assertTrue(mirror.description().layers().size() > 1);
        for (String word : words(400)) {
            assertTrue(mirror.mightContain(word), word);
        }
    }

    @Test
    void aClearWhileTheBitsAreReadIsFollowedInTheSameRefresh() {
        BloomFilter<CharSequence> filter = open(2);
        filter.add("before");
        FilterMirror<CharSequence> mirror = mirror();
        redis.once(MemoryRedis.beginsWith(Verb.BITCOUNT), () -> {
            filter.clear();
            filter.add("after");
        });
        mirror.refresh();
        assertFalse(mirror.mightContain("before"));
        assertTrue(mirror.mightContain("after"));
    }

    @Test
    void aFilterThatIsGoneIsAnExceptionUntilThereIsOneAgain() {
        open(2).delete();
        assertThrows(FilterGoneException.class, this::mirror);
        BloomFilter<CharSequence> filter = open(2);
        FilterMirror<CharSequence> mirror = mirror();
        filter.delete();
        assertThrows(FilterGoneException.class, mirror::refresh);
        FilterGoneException first = assertThrows(FilterGoneException.class, () -> mirror.mightContain("x"));
        FilterGoneException second = assertThrows(FilterGoneException.class, mirror::asOf);
        assertEquals("clicks", first.name());
        assertTrue(first != second, "each caller has an exception of its own");
        open(3).add("again");
        mirror.refresh();
        assertTrue(mirror.mightContain("again"));
        assertFalse(mirror.mightContain("x"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLostKeyIsAnException(boolean isRecreated) {
        BloomFilter<CharSequence> filter = open(2);
        filter.add("x");
        FilterMirror<CharSequence> mirror = mirror();
        String key = partition(1);
        byte[] bits = redis.strings.remove(key);
        if (isRecreated) {
            bits[bits.length - 1] = 0;
            redis.strings.put(key, bits);
        }
        assertThrows(LostDataException.class, mirror::refresh);
        assertThrows(LostDataException.class, () -> mirror.mightContain("x"));
        assertThrows(LostDataException.class, () -> mirror.mightContainAll(List.of("x")));
        filter.clear();
        mirror.refresh();
        assertFalse(mirror.mightContain("x"));
    }

    private String partition(int number) {
        return StoredConfig.keysOfPartition(redis, number).get(0);
    }

    @Test
    void noAnswerIsOlderThanTheOptionsAllow() {
        open(1).add("x");
        redis.millis = 1_000_000;
        FilterMirror<CharSequence> mirror =
                filters.mirror("clicks", TEXT, MirrorOptions.defaults().longestStaleness(Duration.ofSeconds(5)));
        assertEquals(Instant.ofEpochMilli(1_000_000), mirror.asOf());
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        assertTrue(mirror.mightContain("x"));
        nanos.addAndGet(1);
        assertThrows(StaleMirrorException.class, () -> mirror.mightContain("x"));
        assertThrows(StaleMirrorException.class, () -> mirror.mightContain("absent"));
        redis.refuse(Verb.BITCOUNT, "LOADING Redis is loading");
        assertThrows(BackendException.class, mirror::refresh);
        StaleMirrorException stale = assertThrows(StaleMirrorException.class, () -> mirror.mightContain("x"));
        assertInstanceOf(BackendException.class, stale.getCause());
        assertEquals(Instant.ofEpochMilli(1_000_000), mirror.asOf(), "it still says how old it is");
        redis.answerInstead = command -> null;
        redis.millis = 2_000_000;
        mirror.refresh();
        assertTrue(mirror.mightContain("x"));
        assertEquals(Instant.ofEpochMilli(2_000_000), mirror.asOf());
    }

    @Test
    void theAgeCountsFromBeforeTheServerWasAskedForItsTime() {
        open(1);
        redis.before = batch -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        FilterMirror<CharSequence> mirror =
                filters.mirror("clicks", TEXT, MirrorOptions.defaults().longestStaleness(Duration.ofSeconds(1)));
        assertThrows(StaleMirrorException.class, () -> mirror.mightContain("x"));
    }

    @Test
    void aServerThatIsNoPrimaryIsNotBelieved() {
        open(1);
        FilterMirror<CharSequence> mirror = mirror();
        redis.mayBeDemoted = true;
        redis.refuse(Verb.WAIT, "READONLY You can't write against a read only replica.");
        Instant before = mirror.asOf();
        redis.millis += 1000;
        assertThrows(BackendException.class, mirror::refresh);
        assertEquals(before, mirror.asOf());
    }

    /** A failover takes bits away, and others set as many in the same piece: the count is the same. */
    @Test
    void bitsThatReplaceLostOnesAreRead() {
        BloomFilter<CharSequence> filter =
                open(FilterSpec.named("clicks").bits(4096).hashes(1).partitions(1));
        FilterMirror<CharSequence> mirror = mirror();
        mirror.refresh();
        Map<String, byte[]> replica = new TreeMap<>();
        redis.strings.forEach((key, bits) -> replica.put(key, bits.clone()));
        filter.add("lost");
        mirror.refresh();
        assertTrue(mirror.mightContain("lost"));
        redis.strings.clear();
        redis.strings.putAll(replica);
        assertTrue(filter.add("in its place"));
        mirror.refresh();
        assertTrue(mirror.mightContain("in its place"));
    }

    /** What was read before the refresh broke off has no witness after it, so it must not be compared with counts. */
    @Test
    void aRefreshThatIsCutOffWithinAPartTakesNothingOfIt() {
        BloomFilter<CharSequence> filter = open(FilterSpec.named("clicks")
                .bits(8L * 5 * MirroredPart.PIECE_BYTES)
                .hashes(1)
                .partitions(1));
        ElementLocator locator = ElementLocator.stored(filter.description());
        List<String> ofFirst = wordsOfPiece(locator, 0);
        FilterMirror<CharSequence> mirror = mirror();
        Map<String, byte[]> replica = new TreeMap<>();
        redis.strings.forEach((key, bits) -> replica.put(key, bits.clone()));
        filter.add(ofFirst.get(0));
        filter.add(wordsOfPiece(locator, 3).get(0));
        redis.answerInstead = command -> command.verb() == Verb.SET
                        || command.verb() == Verb.GETRANGE
                                && number(command, 0) == 3 * MirroredPart.PIECE_BYTES
                                && length(command) > 32
                ? Reply.Failure.noAnswer(null)
                : null;
        assertThrows(BackendException.class, mirror::refresh);
        redis.answerInstead = command -> null;
        redis.strings.clear();
        redis.strings.putAll(replica);
        assertTrue(filter.add(ofFirst.get(1)));
        mirror.refresh();
        assertTrue(mirror.mightContain(ofFirst.get(1)));
    }

    private static List<String> wordsOfPiece(ElementLocator locator, int piece) {
        return words(1000).stream()
                .filter(word -> locator.locate(word.getBytes(StandardCharsets.UTF_8))
                                        .get(0)
                                        .offsets()
                                        .get(0)
                                / 8
                                / MirroredPart.PIECE_BYTES
                        == piece)
                .toList();
    }
}
