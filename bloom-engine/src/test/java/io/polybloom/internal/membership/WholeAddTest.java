package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk adds that exchange their partitions, against bulk adds that name their bits. */
class WholeAddTest {

    private static final int PARTITIONS = 3;
    private static final FilterSpec SPEC = FilterSpec.named("clicks")
            .capacity(20_000)
            .falsePositiveRate(1e-9)
            .partitions(PARTITIONS)
            .build();

    /** A call of 150,000 elements takes three slices. */
    private static final FilterSpec WIDE =
            FilterSpec.named("wide").bits(1 << 20).hashes(5).partitions(1).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = open(redis);

    private static BloomFilter<CharSequence> open(MemoryRedis server) {
        server.groups = true;
        return TestFilters.open(server, SPEC);
    }

    private static List<String> someTwice(int count) {
        Random random = new Random(3);
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add("word-" + random.nextInt(count / 2));
        }
        return elements;
    }

    private static Map<String, String> bits(MemoryRedis server) {
        Map<String, String> bits = new TreeMap<>();
        server.strings.values().forEach(value -> bits.put(bits.size() + "", Arrays.toString(value)));
        return bits;
    }

    private Stream<Batch> groups() {
        return redis.batches.stream().filter(Batch::isGroup);
    }

    private Stream<Batch> exchanges() {
        return groups().filter(batch -> batch.commands().get(0).arguments()[0].length > 0);
    }

    private Reply refusing(Command command, String error) {
        boolean isOfGroup = command.verb() != Verb.BITFIELD && command.verb() != Verb.HGETALL;
        return isOfGroup ? Reply.Failure.ofServer(error, null) : null;
    }

    @Test
    void answersAndWritesWhatNamedBitsDo() {
        MemoryRedis other = new MemoryRedis();
        BloomFilter<CharSequence> named = TestFilters.open(other, SPEC);
        for (List<String> elements : List.of(someTwice(3000), words(3000), List.of("a", "b", "a"), someTwice(200))) {
            assertArrayEquals(named.addAll(elements), filter.addAll(elements));
            assertEquals(bits(other), bits(redis));
        }
        assertEquals(3 * PARTITIONS, exchanges().count(), "three elements are not worth an exchange");
        assertEquals(0, other.batches.stream().filter(Batch::isGroup).count());
    }

    @Test
    void exchangesEachPartitionOnce() {
        filter.addAll(words(10_000));
        assertEquals(PARTITIONS, exchanges().map(Batch::orderingKey).distinct().count());
        assertEquals(PARTITIONS, exchanges().count());
        assertEquals(1, groups().count() - exchanges().count(), "the server is asked once whether it takes groups");
        filter.addAll(words(10_000));
        assertEquals(1, groups().count() - exchanges().count());
    }

    @Test
    void uploadsNothingThatOutlivesTheGroup() {
        redis.answerInstead = command -> {
            if (command.verb() == Verb.SET) {
                assertEquals("PX", new String(command.arguments()[1], StandardCharsets.US_ASCII));
                assertEquals("60000", new String(command.arguments()[2], StandardCharsets.US_ASCII));
            }
            return null;
        };
        filter.addAll(words(3000));
        assertEquals(PARTITIONS, redis.strings.size());
        assertEquals(Map.of(), redis.expiries);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXECABORT no", "MOVED 1 127.0.0.1:2", "TRYAGAIN later", "OOM no", "NOPERM no", "ERR no"})
    void namesTheBitsIfTheServerRefusesTheGroup(String error) {
        filter.addAll(words(100));
        redis.answerInstead = command -> refusing(command, error);
        boolean[] answers = filter.addAll(words(3000));
        for (int i = 0; i < answers.length; i++) {
            assertEquals(i >= 100, answers[i], "element " + i);
        }
        long refused = exchanges().count();
        assertTrue(refused > PARTITIONS, "refused: " + refused);
        filter.addAll(words(3000));
        boolean isLasting = error.startsWith("NOPERM") || error.startsWith("ERR");
        assertEquals(isLasting ? refused : refused + PARTITIONS, exchanges().count());
    }

    @Test
    void sendsNoGroupToAServerThatTakesNone() {
        redis.answerInstead =
                command -> command.verb() == Verb.SET ? new Reply.Failure("NOPERM no multi", null, true) : null;
        filter.addAll(words(3000));
        filter.addAll(words(3000));
        assertEquals(0, exchanges().count());
        assertEquals(1, groups().count());
    }

    /**
     * Redisson returns only the reply to EXEC, which is the same for a slot that moves and for a command that is
     * unknown.
     */
    @Test
    void asksMoreAndMoreRarelyAServerThatRefusesWithoutAReason() {
        redis.answerInstead = command -> refusing(command, "EXECABORT no");
        for (int call = 1; call <= 100; call++) {
            filter.addAll(words(600));
        }
        assertEquals(7, groups().count(), "calls 1, 2, 4, ... and 64");
        redis.answerInstead = command -> null;
        for (int call = 101; call <= 128; call++) {
            filter.addAll(words(600));
        }
        assertEquals(8 + PARTITIONS, groups().count());
    }

    @Test
    void asksEachServer() {
        MemoryRedis servers = new MemoryRedis(2);
        BloomFilter<CharSequence> spread = open(servers);
        for (int call = 0; call < 2; call++) {
            spread.addAll(words(3000));
        }
        List<Integer> groups = servers.batches.stream()
                .filter(Batch::isGroup)
                .map(Batch::server)
                .toList();
        assertEquals(List.of(0, 1), groups.subList(0, 2), "the question");
        assertEquals(2 + 2 * PARTITIONS, groups.size());
    }

    /** As to a user whose right to MULTI has been taken away: the commands after it are executed one by one. */
    @Test
    void namesTheBitsOnceMultiHasBeenRefused() {
        filter.addAll(words(100));
        redis.answerInstead =
                command -> command.verb() == Verb.SET ? new Reply.Failure("NOPERM no multi", null, true) : null;
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(words(3000)));
        assertTrue(((BackendException) partial.getCause()).mayHaveBeenApplied());
        long exchanges = exchanges().count();
        filter.addAll(words(3000));
        assertEquals(exchanges, exchanges().count());
    }

    /** The connection breaks when the server has executed the question one by one, up to its last command. */
    @Test
    void theQuestionLeavesNothingThatLivesAsLongAsTheFilter() {
        filter.addAll(words(10));
        redis.cut(Verb.UNLINK);
        filter.addAll(words(3000));
        assertEquals(1, groups().count());
        List<String> left = redis.strings.keySet().stream()
                .filter(key -> key.endsWith(":add"))
                .toList();
        assertEquals(List.of(), left);
    }

    @Test
    void asksAgainInTheNextCallIfThereWasNoAnswer() {
        redis.cut(Verb.PTTL);
        assertTrue(filter.addAll(words(3000))[0]);
        assertEquals(0, exchanges().count());
        redis.answerInstead = command -> null;
        assertFalse(filter.addAll(words(3000))[0]);
        assertEquals(PARTITIONS, exchanges().count());
    }

    @Test
    void neverSendsAnExchangeAgainThatMayHaveBeenExecuted() {
        filter.addAll(words(1000));
        long before = redis.batches.size();
        boolean[] cut = {false};
        redis.answerInstead = command -> {
            cut[0] |= command.verb() == Verb.SET;
            return cut[0] ? Reply.Failure.noAnswer(new IllegalStateException("cut")) : null;
        };
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(words(3000)));
        assertTrue(((BackendException) partial.getCause()).mayHaveBeenApplied());
        assertEquals(1, redis.batches.size() - before);
        assertEquals(
                List.of(ElementOutcome.UNKNOWN),
                partial.outcomes().stream().distinct().toList());
    }

    @Test
    void noticesALostPartitionAgainAndAgain() {
        filter.addAll(words(1000));
        String lost = redis.strings.keySet().iterator().next();
        redis.remove(lost);
        assertThrows(PartialBulkException.class, () -> filter.addAll(words(3000)));
        PartialBulkException again = assertThrows(PartialBulkException.class, () -> filter.addAll(words(3000)));
        assertTrue(again.getCause() instanceof LostDataException);
    }

    @Test
    void complainsAboutAPartitionThatIsNoString() {
        String taken = redis.strings.keySet().iterator().next();
        redis.remove(taken);
        redis.hashes.put(taken, new TreeMap<>(Map.of("a", "b")));
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(words(3000)));
        assertTrue(partial.getCause() instanceof ForeignDataException);
    }

    @Test
    void setsTheBitsByNameWhereTheFilterExpires() {
        filter.expire(Duration.ofHours(1));
        Map<String, Long> expiries = Map.copyOf(redis.expiries);
        filter.addAll(words(3000));
        assertEquals(0, groups().count());
        assertEquals(expiries, redis.expiries);
        filter.persist();
        filter.addAll(words(3000));
        assertEquals(PARTITIONS, exchanges().count());
        assertEquals(Map.of(), redis.expiries);
    }

    /** An exchange drops the expiry of its partition. A client that does not know of it sees that in the reply. */
    @Test
    void givesPartitionsTheExpiryBackThatThisClientDidNotKnowYet() {
        BloomFilter<CharSequence> other = open(redis);
        filter.addAll(words(1000));
        long before = exchanges().count();
        other.expire(Duration.ofHours(1));
        Map<String, Long> expiries = Map.copyOf(redis.expiries);
        boolean[] answers = filter.addAll(words(3000));
        for (int i = 0; i < answers.length; i++) {
            assertEquals(i >= 1000, answers[i], "element " + i);
        }
        assertEquals(expiries, redis.expiries);
        long meanwhile = exchanges().count() - before;
        assertTrue(meanwhile <= PARTITIONS, "exchanges: " + meanwhile);
        filter.addAll(words(3000));
        assertEquals(meanwhile, exchanges().count() - before, "by now it knows");
    }

    @Test
    void sendsNoGroupsIfReplicasMustAcknowledge() {
        redis.replicas = 1;
        FilterSpec acknowledged = FilterSpec.named("clicks")
                .capacity(20_000)
                .falsePositiveRate(1e-9)
                .partitions(PARTITIONS)
                .build();
        FilterOptions options = FilterOptions.defaults().acknowledgedBy(1, Duration.ofSeconds(1));
        TestFilters.open(redis, acknowledged, options).addAll(words(3000));
        assertEquals(0, groups().count());
    }

    @Test
    void namesTheBitsOfTheRestOfTheCallOnceGroupsAreRefused() {
        BloomFilter<CharSequence> wide = TestFilters.open(redis, WIDE);
        wide.addAll(words(1000));
        long before = exchanges().count();
        redis.answerInstead = command -> refusing(command, "NOPERM no");
        boolean[] answers = wide.addAll(words(1_200_000));
        assertFalse(answers[999]);
        assertTrue(answers[1000]);
        assertEquals(1, exchanges().count() - before, "of two slices");
    }

    @Test
    void aCallOfAnyLengthTakesBoundedMemory() {
        BloomFilter<CharSequence> wide = TestFilters.open(redis, WIDE);
        List<String> many = words(1_200_000);
        boolean[] answers = wide.addAll(many);
        assertTrue(answers[0]);
        assertEquals(2, exchanges().count(), "slices of a million elements");
        assertEquals(many.size(), answers.length);
    }
}
