package io.polybloom.internal.removal;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A removal that meets another life of the name, or the remains of one. */
class RemovalTest {

    private static final String GONE = StoredConfig.KEY + ":gone";

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
    private final BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
    private final String origin = filter.description().origin();
    private final String ended = GONE + ":" + origin;

    private BloomFilter<CharSequence> makeAnew() {
        filters.open(clicks(3), TEXT).delete();
        BloomFilter<CharSequence> anew = filters.open(clicks(3), TEXT);
        anew.add("a");
        return anew;
    }

    private Map<String, String> trace() {
        return redis.hashes.get(StoredConfig.TRACE);
    }

    private void before(Verb verb, Runnable accident) {
        redis.once(MemoryRedis.beginsWith(verb), accident);
    }

    /** That deletion finishes its own life; this one has found its own life ended. */
    @Test
    void leavesAnotherLifeToTheDeletionThatHasBegunThere() {
        String[] another = {""};
        before(Verb.HSETNX, () -> {
            another[0] = makeAnew().description().origin();
            StoredConfig.fields(redis).put("generation." + another[0] + ".1", "deleted");
        });
        filter.delete();
        assertEquals(3, redis.strings.size());
        assertEquals(Set.of(another[0]), trace().keySet());
        assertTrue(StoredConfig.fields(redis).keySet().stream().noneMatch(field -> field.contains(origin)));
    }

    /** The client of the claim withdraws it when it has seen the trace, and brings the config back. */
    @Test
    void removesAFilterWhoseConfigIsBehindTheClaimOfAnotherClient() {
        StoredConfig.moveBehindClaim(redis);
        StoredConfig.withdrawClaimBeforeTheThirdAttempt(redis);
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    /** That client, or one that waits for it, brings the config back before the deletion looks where it was. */
    @Test
    void removesAFilterThatIsBroughtBackMeanwhile() {
        StoredConfig.moveBehindClaim(redis);
        redis.once(
                batch -> new String(batch.commands().get(0).key(), US_ASCII).equals(GONE),
                () -> redis.hashes.put(StoredConfig.KEY, redis.hashes.remove(GONE)));
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void removesWhatARemovalThatHasDiedLeftInItsWay() {
        redis.hashes.put(GONE, new TreeMap<>(StoredConfig.fields(redis)));
        redis.hashes.get(GONE).put("generation." + origin + ".1", "deleted");
        redis.remove(StoredConfig.KEY);
        redis.remove(StoredConfig.TRACE);
        BloomFilter<CharSequence> next = filters.open(clicks(3), TEXT);
        assertEquals(6, redis.strings.size());
        trace().put(origin, trace().get(next.description().origin()));
        next.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void isDoneWhenAnotherRemovalHasTakenTheConfigAway() {
        before(Verb.RENAMENX, () -> redis.remove(StoredConfig.KEY));
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    /** The mark that the life has ended; how long the config stays that was moved away. */
    @ParameterizedTest
    @EnumSource(names = {"HSETNX", "PEXPIRE"})
    void failsWhenTheServerRefusesAWrite(Verb verb) {
        redis.refuse(verb, "READONLY no");
        BackendException refused = assertThrows(BackendException.class, filter::delete);
        assertEquals(BackendException.Reason.READ_ONLY, refused.reason());
    }

    @Test
    void givesUpWhereTheMarkIsNeverShown() {
        AtomicInteger marks = redis.pretend(Verb.HSETNX);
        LostDataException lost = assertThrows(LostDataException.class, filter::delete);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertEquals(1000, marks.get());
    }

    /** The other client makes the layer after the removal has swept it, and before the config is lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsALayerThatOnlyTheLostConfigNamed(boolean isClaimedBefore) {
        BloomFilter<CharSequence> growing = filters.open(
                FilterSpec.named("growing")
                        .capacity(1000)
                        .partitions(1)
                        .overCapacity(OverCapacity.GROW)
                        .build(),
                TEXT);
        String generation = growing.description().generation();
        String config = "bloom:{growing}";
        if (isClaimedBefore) {
            redis.hashes.get(config).put("layer." + generation + ".1", "bits=512;hashes=3;partitions=1");
        }
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            if (first.verb() == Verb.HSETNX && new String(first.arguments()[1], UTF_8).equals("deleted")) {
                redis.before = ignored -> {};
                redis.strings.put("bloom:{growing:0}:" + generation + ".1", new byte[65]);
                redis.remove(config);
            }
        };
        growing.delete();
        assertTrue(redis.snapshot().keySet().stream().noneMatch(key -> key.contains("growing")));
    }

    @BeforeEach
    void fill() {
        redis.answerInstead = command ->
                isMark(command) ? Reply.Failure.ofServer("OOM command not allowed when used memory", null) : null;
    }

    private static boolean isMark(Command command) {
        return command.verb() == Verb.HSETNX && text(command.arguments()[1]).equals("deleted");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    /** Lets something happen before the first command that renames one key to another. */
    private void beforeRenaming(String key, String newKey, Runnable accident) {
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            if (first.verb() == Verb.RENAMENX
                    && text(first.key()).matches(key)
                    && text(first.arguments()[0]).equals(newKey)) {
                redis.before = ignored -> {};
                accident.run();
            }
        };
    }

    private void move(String key, String newKey) {
        redis.hashes.put(newKey, redis.hashes.remove(key));
        redis.expiries.remove(key);
    }

    /** Only the specification is there: the client that has claimed the name has died. */
    @Test
    void leavesNothingOfAClaim() {
        redis.strings.clear();
        redis.remove(StoredConfig.TRACE);
        StoredConfig.forgetReady(redis);
        assertTrue(filters.run(FilterRemoval.of("clicks")));
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void givesTheConfigOfALaterFilterBack() {
        BloomFilter<CharSequence> old = filters.open(clicks(3), TEXT);
        BloomFilter<?>[] later = new BloomFilter<?>[1];
        beforeRenaming(Pattern.quote(StoredConfig.KEY), GONE, () -> {
            old.delete();
            BloomFilter<CharSequence> made = filters.open(clicks(3), TEXT);
            made.add("a");
            later[0] = made;
        });
        filter.delete();
        BloomFilter<CharSequence> now = filters.openExisting("clicks", TEXT);
        assertEquals(later[0].description().origin(), now.description().origin());
        assertTrue(now.mightContain("a"));
        redis.answerInstead = command -> null;
        now.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    /** Another deletion of the same life has moved the config away, and is about to remove it from there. */
    @Test
    void leavesTheConfigOfALaterFilterWhereItIs() {
        redis.answerInstead = command -> null;
        beforeRenaming(Pattern.quote(StoredConfig.KEY), GONE, () -> {
            move(StoredConfig.KEY, GONE);
            filters.open(clicks(3), TEXT).add("a");
            beforeRenaming(Pattern.quote(GONE), StoredConfig.KEY, () -> redis.remove(GONE));
        });
        filter.delete();
        assertTrue(filters.openExisting("clicks", TEXT).mightContain("a"));
    }

    /**
     * A late command has moved the claim away. In its place, an entry of the same life stands until it is withdrawn.
     */
    @Test
    void leavesAClaimInTheWayOfNothingThatItRemoves() {
        redis.answerInstead = command -> null;
        String spec = StoredConfig.claimLike(StoredConfig.fields(redis));
        beforeRenaming(Pattern.quote(StoredConfig.KEY), GONE, () -> {
            String entry = "ready.00000000000000bb.0";
            redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of(entry, "makes=0123456789abcdef")));
            redis.hashes.put(GONE, new TreeMap<>(Map.of("spec", spec)));
        });
        filter.delete();
        assertEquals(Map.of("spec", spec), redis.hashes.get(GONE));
    }

    /** Another removal has removed what was in the way meanwhile, and has moved the config to this place. */
    @Test
    void startsOverIfItGivesBackWhatItHasToRemove() {
        redis.answerInstead = command -> null;
        String spec = StoredConfig.claimLike(StoredConfig.fields(redis));
        beforeRenaming(Pattern.quote(StoredConfig.KEY), GONE, () -> {
            redis.hashes.put(GONE, new TreeMap<>(Map.of("spec", spec)));
            redis.once(
                    RemovalTest::readsTheConfigAlone,
                    () -> redis.hashes.put(GONE, redis.hashes.remove(StoredConfig.KEY)));
        });
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    private static boolean readsTheConfigAlone(Batch batch) {
        List<Command> reads = batch.commands().stream()
                .filter(command -> command.verb() == Verb.HGETALL)
                .toList();
        return reads.size() == 1 && text(reads.get(0).key()).equals(StoredConfig.KEY);
    }

    /** A config in the way belongs to a filter whose removal has died, marked or not. */
    @Test
    void removesWhatStandsInItsWay() {
        for (String mark : new String[] {"generation.", "none."}) {
            BloomFilter<CharSequence> made = filters.open(clicks(3), TEXT);
            String earlier = "0123456789abcdef";
            Map<String, String> left = new TreeMap<>();
            String spec = StoredConfig.fields(redis).get("spec");
            left.put("spec", spec.replace(made.description().origin(), earlier));
            left.put(mark + earlier + ".1", "deleted");
            redis.hashes.put(GONE, left);
            made.delete();
            assertEquals(Map.of(), redis.snapshot(), mark);
        }
    }

    /** The removal may have passed already where another client makes its partition. */
    @Test
    void aLayerThatIsBeingMadeGoesWithItsLife() {
        redis.answerInstead = command -> null;
        FilterSpec spec = FilterSpec.named("growing")
                .capacity(16)
                .partitions(1)
                .overCapacity(OverCapacity.GROW)
                .build();
        BloomFilter<CharSequence> growing = filters.open(spec, TEXT);
        String made = "bloom:{growing:0}:" + growing.description().generation() + ".1";
        String config = "bloom:{growing}";
        beforeRenaming(
                Pattern.quote(made) + ":.*:new",
                made,
                () -> move(config, config + ":gone:" + growing.description().origin()));
        assertThrows(BloomFilterException.class, () -> growing.addAll(TestFilters.words(40)));
        assertFalse(redis.strings.containsKey(made), redis.strings.keySet()::toString);
    }

    /** The next removal finds the keys that the config named, even the partitions of a generation after a clear. */
    @Test
    void isFinishedByTheNextRemovalIfItsClientDies() {
        filter.clear();
        int[] renamings = {0};
        redis.answerInstead = command -> {
            if (isMark(command)) {
                return Reply.Failure.ofServer("OOM no", null);
            }
            renamings[0] += command.verb() == Verb.RENAMENX ? 1 : 0;
            return command.verb() == Verb.UNLINK && renamings[0] == 2
                    ? Reply.Failure.notSent(new RuntimeException("died"))
                    : null;
        };
        assertThrows(BackendException.class, filter::delete);
        assertTrue(redis.hashes.containsKey(ended), redis.hashes::toString);
        assertTrue(redis.expiries.containsKey(ended));
        redis.strings.put("bloom:{clicks:0}:" + filter.description().generation() + ".0", new byte[65]);
        redis.answerInstead = command -> null;
        assertTrue(filters.run(FilterRemoval.of("clicks")));
        assertEquals(Map.of(), redis.snapshot());
    }
}
