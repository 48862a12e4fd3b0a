package io.polybloom.internal.opening;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TimedFilter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An opening that finds a filter which has ended, and whose config is still there. */
class EndedFilterTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final TimedFilter old = new TimedFilter(redis, clicks(3));
    private final String origin = old.description().origin();

    /** The server's clock decides, to the millisecond, however far away the instant is by this machine's. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "0, -1, false",
        "1, 1, true",
        "1, 0, false",
        "-1, -1, true",
        "-1, -2, false",
        "90000000, 90000000, true",
        "90000000, 89999999, false",
        "-90000000, -90000001, false"
    })
    void isMadeAnewOnceItHasExpiredByTheClockOfTheServer(long expiresIn, long serverAhead, boolean isOver) {
        StoredConfig.expireAt(redis, origin, old.now().toEpochMilli() + expiresIn);
        String opened = openAnew(serverAhead).origin();
        if (isOver) {
            assertNotEquals(origin, opened);
            assertEquals(3, redis.strings.size());
        } else {
            assertEquals(origin, opened);
        }
    }

    private FilterDescription openAnew(long serverAhead) {
        redis.before = batch -> redis.millis = old.now().toEpochMilli() + serverAhead;
        return new TimedFilter(redis, clicks(3)).description();
    }

    /** A server whose memory is full, or that refuses this client's writes, still tells its time. */
    @Test
    void isFoundAliveByAClientWhoseClockIsAheadAndWhoseWritesAreRefused() {
        StoredConfig.expireAt(redis, origin, old.now().toEpochMilli() - 1000);
        redis.answerInstead =
                command -> command.verb() == Verb.SET ? Reply.Failure.ofServer("OOM command not allowed", null) : null;
        redis.before = batch -> redis.millis = old.now().toEpochMilli() - 60_000;
        FilterSpec existing = FilterSpec.existing("clicks").build();
        assertEquals(origin, new TimedFilter(redis, existing).description().origin());
    }

    @Test
    void isNotJudgedByAnotherClockIfTheServerDoesNotTellItsTime() {
        StoredConfig.expireAt(redis, origin, old.now().toEpochMilli() - 1);
        redis.answerInstead = command -> command.verb() == Verb.TIME ? Reply.Failure.ofServer("NOPERM no", null) : null;
        BackendException refused = assertThrows(BackendException.class, () -> new TimedFilter(redis, clicks(3)));
        assertEquals(BackendException.Reason.AUTHENTICATION, refused.reason());
    }

    @Test
    void isNotTouchedOnAnotherNumberOfServers() {
        Map<String, String> fields = StoredConfig.fields(redis);
        fields.computeIfPresent("spec", (field, text) -> text.replace("servers=1", "servers=2"));
        fields.put("generation." + origin + ".1", "deleted");
        Map<String, String> before = redis.snapshot();
        assertThrows(SpecMismatchException.class, () -> new BlockingBloomFilters(redis).open(clicks(3), TEXT));
        assertEquals(before, redis.snapshot());
    }

    /** Others make and delete a filter of that name each time before it looks. */
    @Test
    void isRemovedThreeTimesInOneOpeningAndNoMore() {
        int[] looks = {0};
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            boolean isConfig = new String(first.key(), StandardCharsets.UTF_8).equals(StoredConfig.KEY);
            if (first.verb() == Verb.HGETALL && isConfig && batch.size() == 2) {
                String life = String.format("00000000000001%02x", ++looks[0]);
                String spec = SpecCodec.encode(Descriptions.planned(clicks(3), 1, life, ElementHash.murmur3()));
                redis.hashes.put(
                        StoredConfig.KEY, new TreeMap<>(Map.of("spec", spec, "generation." + life + ".1", "deleted")));
            }
        };
        FilterGoneException gone =
                assertThrows(FilterGoneException.class, () -> new BlockingBloomFilters(redis).open(clicks(3), TEXT));
        assertTrue(gone.getMessage().contains("deleted while it was being created"), gone.getMessage());
        assertEquals(4, looks[0]);
    }
}
