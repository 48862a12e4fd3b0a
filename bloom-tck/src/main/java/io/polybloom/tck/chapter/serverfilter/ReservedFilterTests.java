package io.polybloom.tck.chapter.serverfilter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.BloomServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Filters that another program has made with {@code BF.RESERVE}. */
@Needs(Capability.SERVER)
public abstract class ReservedFilterTests extends KitTests {

    private RespClient redis;
    private String key;

    @BeforeEach
    void connectSomebodyElse() {
        redis = closing(SharedServers.withFilters().client());
        key = freshName();
    }

    private BloomFilters ofServer() {
        return connect(Target.standalone(SharedServers.withFilters().uri()));
    }

    private BloomFilter<CharSequence> opened() {
        return open(ofServer(), FilterSpec.existing(key).layout(Layouts.BF).build());
    }

    @Test
    @Checks("18.08")
    void bothSidesFindWhatTheOtherHasAdded() {
        redis.call("BF.RESERVE", key, "0.000001", 1000);
        redis.call("BF.MADD", key, "theirs-0", "theirs-1");
        BloomFilter<CharSequence> filter = opened();
        assertEquals(1000, filter.description().capacity());
        assertEquals(OverCapacity.GROW, filter.description().overCapacity());
        assertArrayEquals(new boolean[] {true, true, false}, filter.mightContainAll(words("theirs-", 3)));
        assertFalse(filter.add("theirs-1"));
        assertTrue(filter.add("ours"));
        assertEquals(3000, count(filter.addAll(words("ours-", 3000))));
        assertEquals(1, redis.integer("BF.EXISTS", key, "ours"));
        assertEquals(1, redis.integer("BF.EXISTS", key, "ours-2999"));
        assertEquals(3003, filter.stats().estimatedCount());
        assertEquals(3000, count(opened().mightContainAll(words("ours-", 3000))));
    }

    @Test
    @Checks("18.08")
    void aFullOneRefuses() {
        redis.call("BF.RESERVE", key, "0.000001", 10, "NONSCALING");
        BloomFilter<CharSequence> filter = opened();
        assertEquals(OverCapacity.REJECT, filter.description().overCapacity());
        assertEquals(10, count(filter.addAll(words("word-", 10))));
        assertThrows(OverCapacityException.class, () -> filter.add("one too many"));
        assertFalse(filter.add("word-3"));
        assertFalse(filter.mightContain("one too many"));
    }

    @Test
    @Checks("18.08")
    void oneThatIsGoneDoesNotAnswer() {
        assertThrows(FilterGoneException.class, this::opened);
        redis.call("BF.RESERVE", key, "0.001", 100);
        BloomFilter<CharSequence> filter = opened();
        BloomFilter<CharSequence> untold = opened();
        BloomFilter<CharSequence> expiring = opened();
        filter.add("word");
        redis.call("UNLINK", key);
        assertThrows(FilterGoneException.class, () -> filter.mightContain("word"));
        assertThrows(FilterGoneException.class, () -> filter.add("word"));
        String message = assertThrows(FilterGoneException.class, () -> expiring.expire(Duration.ofHours(1)))
                .getMessage();
        assertTrue(message.contains("or the server has lost its data"), message);
        assertThrows(FilterGoneException.class, () -> filter.expire(Duration.ofHours(1)));
        assertEquals(0, redis.integer("EXISTS", key));
        redis.call("SET", key, "another value");
        assertThrows(ForeignDataException.class, () -> untold.mightContain("word"));
        assertThrows(ForeignDataException.class, () -> untold.add("word"));
        assertThrows(ForeignDataException.class, this::opened);
    }

    /** No key of the filter reveals it, so a command on another key of the same slot does. */
    @Test
    @Checks("18.08")
    void oneOnAServerThatIsNoPrimaryAnyMoreDoesNotAnswer() {
        try (BloomServer server = BloomServer.start();
                RespClient owner = server.client()) {
            owner.call("BF.RESERVE", key, "0.001", 100);
            BloomFilter<CharSequence> filter = open(
                    connect(Target.standalone(server.uri())),
                    FilterSpec.existing(key).layout(Layouts.BF).build());
            assertTrue(filter.add("word"));
            owner.call("REPLICAOF", server.host(), 1);
            for (Executable call : List.<Executable>of(
                    () -> filter.mightContain("word"),
                    () -> filter.mightContainAll(words("word-", 20)),
                    () -> filter.add("another"))) {
                BackendException refused = assertThrows(BackendException.class, call);
                assertEquals(BackendException.Reason.READ_ONLY, refused.reason(), refused::toString);
            }
        }
    }

    @Test
    @Checks("18.08")
    void itCanExpireAndBeDeletedButNotMadeOrCleared() {
        FilterSpec anew = FilterSpec.existing(key).layout(Layouts.BF).build();
        redis.call("BF.RESERVE", key, "0.001", 100);
        BloomFilter<CharSequence> filter = open(ofServer(), anew);
        long since = clock(redis);
        filter.expire(Duration.ofHours(1));
        assertExpires(redis, key, Duration.ofHours(1), since);
        filter.persist();
        assertEquals(-1, redis.integer("PTTL", key));
        assertThrows(UnsupportedFilterException.class, filter::clear);
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterSpec.named(key).layout(Layouts.BF).capacity(10).build());
        filter.delete();
        assertEquals(List.of(), redis.keys(key));
    }
}
