package io.polybloom.cli.foreign;

import static io.polybloom.cli.Samples.count;
import static io.polybloom.cli.Samples.texts;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Lists;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RBloomFilter;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** The real Redisson and each of our adapters at work on the same filters. */
class RedissonInteropTest {

    private static final int COUNT = 10_000;

    /** So high that both sides have many false positives to agree on. */
    private static final double RATE = 0.05;

    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private static RedisServer server;
    private static RedissonClient redisson;
    private static Clients clients;

    @BeforeAll
    static void connect() {
        server = RedisServer.start();
        clients = Clients.of(server);
        Config config = new Config();
        config.useSingleServer().setAddress(server.uri());
        redisson = Redisson.create(config);
    }

    @AfterAll
    static void disconnect() {
        redisson.shutdown();
        clients.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        try (RespClient redis = server.client()) {
            redis.call("FLUSHALL");
        }
    }

    @ParameterizedTest
    @EnumSource
    void oursReadsWhatRedissonWrote(Client client) {
        RBloomFilter<String> theirs = created("f", COUNT, RATE);
        List<String> elements = texts("in-", COUNT);
        theirs.add(elements);
        BloomFilter<CharSequence> ours = existing(client, "f", TEXT);
        assertEquals(COUNT, ours.description().capacity());
        assertEquals(RATE, ours.description().falsePositiveRate());
        assertEquals(theirs.getSize(), ours.description().geometry().totalBits());
        assertEquals(theirs.getHashIterations(), ours.description().geometry().hashes());
        assertEquals(COUNT, count(ours.mightContainAll(elements)));
        elements.subList(0, 100).forEach(element -> assertTrue(ours.mightContain(element)));
        assertEquals(theirs.count(), ours.stats().estimatedCount());
        assertAgreement(theirs, ours);
    }

    @ParameterizedTest
    @EnumSource
    void redissonReadsWhatOursWrote(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        List<String> elements = texts("in-", COUNT);
        ours.addAll(elements);
        RBloomFilter<String> theirs = theirs("f", StringCodec.INSTANCE);
        assertFalse(theirs.tryInit(COUNT, RATE));
        assertEquals(COUNT, theirs.contains(elements));
        assertEquals(COUNT, theirs.getExpectedInsertions());
        assertEquals(RATE, theirs.getFalseProbability());
        assertAgreement(theirs, ours);
    }

    @ParameterizedTest
    @EnumSource
    void bothAddInTurns(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        RBloomFilter<String> theirs = theirs("f", StringCodec.INSTANCE);
        List<String> elements = texts("in-", COUNT);
        boolean isOurTurn = true;
        for (List<String> turn : Lists.partition(elements, 500)) {
            if (isOurTurn) {
                int added = count(ours.addAll(turn));
                assertTrue(added > 450, added + " of a turn are new");
                assertEquals(0, theirs.add(turn));
            } else {
                long added = theirs.add(turn);
                assertTrue(added > 450, added + " of a turn are new");
                assertEquals(0, count(ours.addAll(turn)));
            }
            isOurTurn = !isOurTurn;
        }
        assertEquals(COUNT, theirs.contains(elements));
        assertEquals(COUNT, count(ours.mightContainAll(elements)));
        assertAgreement(theirs, ours);
    }

    /** Every length, and bytes that are not text. */
    @ParameterizedTest
    @EnumSource
    void rawBytes(Client client) {
        List<byte[]> elements = new ArrayList<>();
        Random random = new Random(2026);
        for (int i = 0; i < COUNT; i++) {
            byte[] element = new byte[i % 301];
            random.nextBytes(element);
            elements.add(element);
        }
        RBloomFilter<byte[]> theirs = theirs("f", ByteArrayCodec.INSTANCE);
        assertTrue(theirs.tryInit(COUNT, 1e-6));
        BloomFilter<byte[]> ours = existing(client, "f", Funnels.byteArrayFunnel());
        theirs.add(elements.subList(0, COUNT / 2));
        assertEquals(COUNT / 2, count(ours.mightContainAll(elements.subList(0, COUNT / 2))));
        ours.addAll(elements.subList(COUNT / 2, COUNT));
        assertEquals(COUNT, theirs.contains(elements));
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfKryo(Client client) {
        RBloomFilter<Object> theirs = redisson.getBloomFilter("f");
        assertTrue(theirs.tryInit(1000, RATE));
        List<Object> elements = new ArrayList<>(texts("in-", 500));
        for (long number = -250; number < 250; number++) {
            elements.add(number);
        }
        theirs.add(elements);
        BloomFilter<Object> ours = existing(client, "f", Kryo.ELEMENTS);
        assertEquals(1000, count(ours.mightContainAll(elements)));
        ours.add(Map.of("a", 1));
        assertTrue(theirs.contains(Map.of("a", 1)));
    }

    @ParameterizedTest
    @MethodSource("clientsAndNames")
    void namesWithAHashTag(Client client, String name) {
        create(client, name).add("ours");
        RBloomFilter<String> theirs = theirs(name, StringCodec.INSTANCE);
        assertTrue(theirs.contains("ours"));
        theirs.add("theirs");
        assertTrue(existing(client, name, TEXT).mightContain("theirs"));
        try (RespClient redis = server.client()) {
            assertEquals(List.of(name, name + ":config"), redis.keys("*"));
        }
    }

    static List<Object[]> clientsAndNames() {
        List<Object[]> rows = new ArrayList<>();
        for (Client client : Client.values()) {
            for (String name : List.of("{shop}:seen", "pre{tag}post", "a{b")) {
                rows.add(new Object[] {client, name});
            }
        }
        return rows;
    }

    /** Where Redisson's own {@code expire} forgets the key that the first add will create. */
    @ParameterizedTest
    @EnumSource
    void anExpiryBeforeTheFirstAddReachesBothKeys(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        RBloomFilter<String> theirs = theirs("f", StringCodec.INSTANCE);
        ours.expire(Duration.ofHours(1));
        theirs.add("a");
        ours.add("b");
        Map<String, Long> lives = lives();
        assertEquals(Set.of("f", "{f}:config"), lives.keySet());
        lives.forEach((key, millis) -> assertEquals(3_600_000, millis, 60_000, key));

        ours.expire(Duration.ofMillis(50));
        awaitNoKeys();
        assertThrows(FilterGoneException.class, () -> ours.mightContain("a"));
        assertFalse(theirs.isExists());
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyBatchIsFine(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        assertEquals(0, ours.addAll(List.of()).length);
        assertEquals(0, ours.mightContainAll(List.of()).length);
    }

    @ParameterizedTest
    @EnumSource
    void aDeletionByRedissonIsNoticed(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        ours.add("a");
        assertTrue(theirs("f", StringCodec.INSTANCE).delete());
        assertThrows(FilterGoneException.class, () -> ours.mightContain("a"));
        assertThrows(FilterGoneException.class, () -> ours.mightContainAll(List.of("a", "b")));
        assertThrows(FilterGoneException.class, () -> ours.add("b"));
        PartialBulkException bulk = assertThrows(PartialBulkException.class, () -> ours.addAll(List.of("b", "c")));
        assertEquals(FilterGoneException.class, bulk.getCause().getClass());
        assertThrows(FilterGoneException.class, ours::stats);
        assertThrows(FilterGoneException.class, () -> existing(client, "f", TEXT));
    }

    @ParameterizedTest
    @EnumSource
    void aDeletionByOursIsNoticedByRedisson(Client client) {
        RBloomFilter<String> theirs = created("f", COUNT, RATE);
        theirs.add("a");
        existing(client, "f", TEXT).delete();
        assertFalse(theirs.isExists());
        try (RespClient redis = server.client()) {
            assertEquals(List.of(), redis.keys("*"));
        }
        assertThrows(RedisException.class, () -> theirs.add("a"));
    }

    /**
     * Redisson keeps the stored parameters, and its object that has lost returns {@code false} from then on; ours
     * continues.
     */
    @ParameterizedTest
    @EnumSource
    void aLosingTryInitChangesNothingForOurs(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        ours.add("a");
        assertFalse(theirs("f", StringCodec.INSTANCE).tryInit(5, 0.5));
        assertTrue(ours.mightContain("a"));
        assertTrue(ours.add("b"));
    }

    @ParameterizedTest
    @EnumSource
    void otherParametersAreRefused(Client client) {
        RBloomFilter<String> theirs = created("f", COUNT, RATE);
        theirs.add("a");
        Map<String, String> before = snapshot();
        for (FilterSpecBuilder other : List.of(
                spec("f").capacity(COUNT + 1).falsePositiveRate(RATE),
                spec("f").capacity(COUNT).falsePositiveRate(RATE / 2),
                spec("f").bits(1000).hashes(3))) {
            assertThrows(
                    SpecMismatchException.class, () -> clients.filters(client).open(other.build(), TEXT));
        }
        assertEquals(before, snapshot());
    }

    @ParameterizedTest
    @EnumSource
    void aFilterThatRedissonMakesAnewWithOtherParametersIsNoticed(Client client) {
        BloomFilter<CharSequence> ours = create(client, "f");
        ours.add("a");
        theirs("f", StringCodec.INSTANCE).delete();
        created("f", 77, 0.2).add("b");
        assertThrows(SpecMismatchException.class, () -> ours.mightContain("b"));
        assertThrows(SpecMismatchException.class, () -> ours.add("a"));
        assertThrows(SpecMismatchException.class, () -> ours.mightContainAll(List.of("a", "b")));
    }

    private static void assertAgreement(RBloomFilter<String> theirs, BloomFilter<CharSequence> ours) {
        List<String> others = texts("other-", COUNT);
        Set<String> found = new HashSet<>(theirs.exists(others));
        boolean[] expected = new boolean[COUNT];
        for (int i = 0; i < COUNT; i++) {
            expected[i] = found.contains(others.get(i));
        }
        int falsePositives = count(expected);
        assertTrue(falsePositives > 100 && falsePositives < 1500, falsePositives + " false positives");
        assertArrayEquals(expected, ours.mightContainAll(others));
    }

    private static BloomFilter<CharSequence> create(Client client, String name) {
        return clients.filters(client)
                .open(spec(name).capacity(COUNT).falsePositiveRate(RATE).build(), TEXT);
    }

    private static <T> BloomFilter<T> existing(Client client, String name, Funnel<? super T> funnel) {
        return clients.filters(client)
                .open(FilterSpec.existing(name).layout("redisson").build(), funnel);
    }

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).layout("redisson");
    }

    private static <T> RBloomFilter<T> theirs(String name, Codec codec) {
        return redisson.getBloomFilter(name, codec);
    }

    private static RBloomFilter<String> created(String name, long capacity, double rate) {
        RBloomFilter<String> filter = theirs(name, StringCodec.INSTANCE);
        assertTrue(filter.tryInit(capacity, rate));
        return filter;
    }

    private static Map<String, String> snapshot() {
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }

    private static Map<String, Long> lives() {
        Map<String, Long> lives = new TreeMap<>();
        try (RespClient redis = server.client()) {
            redis.keys("*").forEach(key -> lives.put(key, redis.integer("PTTL", key)));
        }
        return lives;
    }

    private static void awaitNoKeys() {
        try (RespClient redis = server.client()) {
            Await.until("the keys have expired", LIMIT, () -> redis.keys("*").isEmpty());
        }
    }
}
