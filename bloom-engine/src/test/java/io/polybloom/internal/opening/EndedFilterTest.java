package io.polybloom.internal.opening;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.state.FilterState;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TimedFilter;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An opening that finds a filter which has ended, and whose register is still there. */
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
        expireAt(old.now().toEpochMilli() + expiresIn);
        String opened = openAnew(serverAhead).origin();
        if (isOver) {
            assertNotEquals(origin, opened);
            assertEquals(3, redis.strings.size());
        } else {
            assertEquals(origin, opened);
        }
    }

    private void expireAt(long millis) {
        StoredConfig.write(
                redis,
                state -> state.expiring(Lifetime.until(Instant.ofEpochMilli(millis)))
                        .settled());
    }

    private FilterDescription openAnew(long serverAhead) {
        redis.before = batch -> redis.millis = old.now().toEpochMilli() + serverAhead;
        return new TimedFilter(redis, clicks(3)).description();
    }

    /** A server whose memory is full, or that refuses this client's writes, still tells its time. */
    @Test
    void isFoundAliveByAClientWhoseClockIsAheadAndWhoseWritesAreRefused() {
        expireAt(old.now().toEpochMilli() - 1000);
        redis.answerInstead =
                command -> command.verb() == Verb.SET ? Reply.Failure.ofServer("OOM command not allowed", null) : null;
        redis.before = batch -> redis.millis = old.now().toEpochMilli() - 60_000;
        FilterSpec existing = FilterSpec.existing("clicks").build();
        assertEquals(origin, new TimedFilter(redis, existing).description().origin());
    }

    @Test
    void isNotJudgedByAnotherClockIfTheServerDoesNotTellItsTime() {
        expireAt(old.now().toEpochMilli() - 1);
        redis.answerInstead = command -> command.verb() == Verb.TIME ? Reply.Failure.ofServer("NOPERM no", null) : null;
        BackendException refused = assertThrows(BackendException.class, () -> new TimedFilter(redis, clicks(3)));
        assertEquals(BackendException.Reason.AUTHENTICATION, refused.reason());
    }

    @Test
    void isNotTouchedOnAnotherNumberOfServers() {
        StoredConfig.write(redis, FilterState::deleted);
        StoredConfig.tamper(redis, "clicks", text -> text.replace("servers=1", "servers=2"));
        Map<String, String> before = redis.snapshot();
        assertThrows(SpecMismatchException.class, () -> new BlockingBloomFilters(redis).open(clicks(3), TEXT));
        assertEquals(before, redis.snapshot());
    }

    /** Another client makes a filter of that name each time before this one claims it, and deletes it at once. */
    @Test
    void isMadeAfterFiltersThatOthersDeleteAgain() {
        StoredConfig.write(redis, state -> state.deleted().removed());
        redis.strings.clear();
        int[] rivals = {3};
        redis.before = batch -> {
            if (rivals[0] > 0 && StoredConfig.writes(batch, ";phase=making;")) {
                Consumer<Batch> hook = redis.before;
                redis.before = other -> {};
                rivals[0]--;
                new BlockingBloomFilters(redis).open(clicks(3), TEXT).delete();
                redis.before = hook;
            }
        };
        assertTrue(new BlockingBloomFilters(redis).open(clicks(3), TEXT).add("a"));
        assertEquals(0, rivals[0]);
        assertEquals(3, redis.strings.size());
    }
}
