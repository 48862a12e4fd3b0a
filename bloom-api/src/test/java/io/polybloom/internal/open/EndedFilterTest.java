package io.polybloom.internal.open;

import static io.polybloom.TestFilters.TEXT;
import static io.polybloom.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterGoneException;
import io.polybloom.MemoryRedis;
import io.polybloom.SpecMismatchException;
import io.polybloom.StoredConfig;
import io.polybloom.TimedFilter;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
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

    /** Lets the server's clock be ahead of this machine's. */
    private void setServerAhead(long millis) {
        long now = old.now().toEpochMilli();
        long[] end = {0};
        redis.answerInstead = command -> {
            if (command.verb() == Verb.PEXPIREAT) {
                end[0] = Long.parseLong(new String(command.arguments()[0], StandardCharsets.US_ASCII));
            }
            return command.verb() == Verb.PTTL ? new Reply.Int(end[0] - now - millis) : null;
        };
    }

    /** The server's clock decides, to the millisecond; it is asked unless the instant is more than an hour away. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "0, -1, false",
        "1, 1, true",
        "1, 0, false",
        "-1, -1, true",
        "-1, -2, false",
        "3599999, 3599999, true",
        "3600001, 3600001, false"
    })
    void isMadeAnewOnceItHasExpiredByTheClockOfTheServer(long expiresIn, long serverAhead, boolean isOver) {
        StoredConfig.expireAt(redis, origin, old.now().toEpochMilli() + expiresIn);
        setServerAhead(serverAhead);
        String opened = new TimedFilter(redis, clicks(3)).description().origin();
        if (isOver) {
            assertNotEquals(origin, opened);
            assertEquals(3, redis.strings.size());
        } else {
            assertEquals(origin, opened);
        }
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
