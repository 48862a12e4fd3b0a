package io.polybloom.tck.chapter.claims;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.StandaloneServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The claims of writers that restart and repeat their deliveries. */
public abstract class ClaimsTests extends KitTests {

    private static final int ELEMENTS = 2_500;

    /** As a double, this number equals its predecessor. */
    private static final long FAR = (1L << 53) + 1;

    private FilterSpec clicks() {
        return fresh().capacity(4 * ELEMENTS)
                .falsePositiveRate(1e-9)
                .partitions(3)
                .build();
    }

    @Test
    @Checks("15.01")
    void aRepeatedDeliveryGetsItsFirstAnswerAgain() {
        FilterSpec spec = clicks();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        filter.addAll(words("old-", 3));
        List<String> call = List.of("old-0", "élément", "old-1", "new", "new", "");
        boolean[] first = filter.claims("orders-0").addAll(FAR, call);
        assertArrayEquals(new boolean[] {false, true, false, true, false, true}, first);
        Claims<CharSequence> again = open(filters(), spec).claims("orders-0");
        assertArrayEquals(first, again.addAll(FAR, call));
        for (int i = 0; i < call.size(); i++) {
            assertEquals(first[i], again.add(FAR + i, call.get(i)), call.get(i));
        }
        assertFalse(again.add(FAR + call.size(), "new"), "another delivery of an element that was added");
        assertFalse(
                filter.claims("orders-1").add(FAR + 1, "new"),
                "the delivery of another writer with an element that was added");
        assertTrue(again.add(FAR + call.size(), "newer"));
    }

    @Test
    @Checks("15.01")
    void aLargeCallIsRepeatedInSmallerOnes() {
        FilterSpec spec = clicks();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> elements = words("word-", ELEMENTS);
        filter.addAll(elements.subList(0, ELEMENTS / 2));
        boolean[] first = filter.claims("orders-0").addAll(0, elements);
        assertEquals(ELEMENTS - ELEMENTS / 2, count(first), 2);
        Claims<CharSequence> again = open(filters(), spec).claims("orders-0");
        for (int from = 0; from < ELEMENTS; from += 700) {
            int to = Math.min(ELEMENTS, from + 700);
            assertArrayEquals(Arrays.copyOfRange(first, from, to), again.addAll(from, elements.subList(from, to)));
        }
    }

    @Test
    @Checks("15.01")
    @Needs(Capability.CLUSTER)
    void claimsWorkOnACluster() {
        FilterSpec spec = fresh().capacity(1_000).partitions(7).build();
        BloomFilters filters = connect(Target.cluster(SharedServers.cluster()));
        BloomFilter<CharSequence> filter = open(filters, spec);
        for (String writer : words("orders-", 9)) {
            boolean[] first = filter.claims(writer).addAll(5, List.of(writer, "shared", writer));
            assertArrayEquals(new boolean[] {true, writer.equals("orders-0"), false}, first);
            assertArrayEquals(first, filter.claims(writer).addAll(5, List.of(writer, "shared", writer)));
            filter.claims(writer).settle(7);
            assertEquals(0, filter.claims(writer).unsettled());
        }
        Set<RedisServer> nodes = new HashSet<>();
        for (RedisServer node : SharedServers.cluster().nodes()) {
            try (RespClient redis = node.client()) {
                if (!claims(redis, spec).isEmpty()) {
                    nodes.add(node);
                }
            }
        }
        assertEquals(3, nodes.size(), "writers spread over the nodes");
        filter.delete();
        for (RedisServer node : SharedServers.cluster().nodes()) {
            try (RespClient redis = node.client()) {
                assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
            }
        }
    }

    @Test
    @Checks("15.05")
    @Needs(Capability.INDEPENDENT_SERVERS)
    void claimsSpreadOverIndependentServersAndEndThere() {
        FilterSpec spec = fresh().capacity(1_000).partitions(4).build();
        List<RedisServer> servers = SharedServers.independent();
        BloomFilter<CharSequence> filter = open(connect(Target.independent(servers)), spec);
        for (String writer : words("orders-", 12)) {
            assertTrue(filter.claims(writer).add(1, writer));
            assertTrue(filter.claims(writer).add(1, writer));
        }
        for (RedisServer server : servers) {
            assertFalse(claimsOf(server, spec).isEmpty(), server.uri());
        }
        filter.delete();
        for (RedisServer server : servers) {
            assertEquals(List.of(), claimsOf(server, spec));
        }
    }

    @Test
    @Checks("15.03")
    void whatIsSettledIsForgottenAndNothingElse() {
        BloomFilter<CharSequence> filter = open(filters(), clicks());
        Claims<CharSequence> claims = filter.claims("orders-0");
        Claims<CharSequence> others = filter.claims("orders-1");
        claims.settle(7);
        assertEquals(0, claims.unsettled());
        claims.addAll(10, List.of("a", "b"));
        claims.addAll(12, List.of("a", "c", "d"));
        others.addAll(10, List.of("e"));
        assertEquals(4, claims.unsettled());
        claims.settle(11);
        assertEquals(2, claims.unsettled());
        assertEquals(1, others.unsettled());
        assertArrayEquals(
                new boolean[] {false, false, false, true, true}, claims.addAll(10, List.of("a", "b", "a", "c", "d")));
        assertTrue(others.add(10, "e"));
        claims.settle(Long.MAX_VALUE);
        assertEquals(0, claims.unsettled());
        assertFalse(claims.add(14, "d"));
    }

    @Test
    @Checks("15.04")
    void claimsThatAreLostAreAnException() {
        FilterSpec spec = clicks();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        Claims<CharSequence> claims = filter.claims("orders-0");
        claims.addAll(1, List.of("a", "b"));
        try (RespClient redis = standalone().client()) {
            claimsOf(standalone(), spec).forEach(key -> redis.call("DEL", key));
        }
        for (Claims<CharSequence> each : List.of(claims, open(filters(), spec).claims("orders-0"))) {
            PartialBulkException lost =
                    assertThrows(PartialBulkException.class, () -> each.addAll(1, List.of("a", "b")));
            assertInstanceOf(LostDataException.class, lost.getCause());
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), lost.outcomes());
            assertThrows(LostDataException.class, () -> each.add(3, "c"));
            assertThrows(LostDataException.class, () -> each.settle(2));
            assertThrows(LostDataException.class, each::unsettled);
        }
        assertEquals(List.of(), claimsOf(standalone(), spec), "keys that a claim has created anew");
        assertTrue(filter.mightContain("a"));
        assertFalse(filter.mightContain("c"), "an element whose claim failed");
    }

    @Test
    @Checks("15.05")
    void claimsExpireAndEndWithTheFilter() {
        FilterSpec spec = clicks();
        BloomFilters filters = filters();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.claims("orders-0").add(1, "a");
        StandaloneServer server = standalone();
        try (RespClient redis = server.client()) {
            long since = clock(redis);
            filter.expire(Duration.ofHours(1));
            filter.claims("orders-1").add(1, "a");
            List<String> keys = claimsOf(server, spec);
            assertEquals(2, keys.size());
            keys.forEach(key -> assertExpiresWithFilter(redis, key, Duration.ofHours(1), since));
            filter.persist();
            keys.forEach(key -> assertEquals(-1, redis.integer("PTTL", key), key));
            filter.clear();
            assertEquals(List.of(), claimsOf(server, spec));
            assertTrue(filter.claims("orders-0").add(1, "a"), "a delivery that was claimed before the clear");
            filter.delete();
            assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
        }
    }

    @Test
    @Checks("15.05")
    void filtersOfOtherSystemsAndWrongNamesAreRefused() {
        FilterSpec foreign = fresh().layout("redisson")
                .capacity(1_000)
                .falsePositiveRate(1e-3)
                .build();
        BloomFilter<CharSequence> filter = open(filters(), foreign);
        UnsupportedFilterException refused =
                assertThrows(UnsupportedFilterException.class, () -> filter.claims("orders-0"));
        assertTrue(refused.getMessage().contains("redisson"), refused.getMessage());
        BloomFilter<CharSequence> ours = open(filters(), clicks());
        for (String name : List.of("", "two words", "a:new", "{a}", "é", "x".repeat(257))) {
            assertThrows(IllegalArgumentException.class, () -> ours.claims(name), name);
        }
        assertTrue(ours.claims("x".repeat(256)).add(Long.MAX_VALUE, "a"));
        assertTrue(ours.claims("x".repeat(256)).add(Long.MAX_VALUE, "a"));
        filter.delete();
    }

    private static List<String> claimsOf(StandaloneServer server, FilterSpec spec) {
        try (RespClient redis = server.client()) {
            return claims(redis, spec);
        }
    }

    private static List<String> claims(RespClient redis, FilterSpec spec) {
        return StoredFilter.claims(redis, spec.name());
    }
}
