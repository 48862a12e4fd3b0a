package io.polybloom.tck.chapter.window;

import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;

/**
 * A real server whose clock a test advances, by hours, without waiting: a server in front of it answers {@code TIME}.
 * An adapter only has to ask the server that it is connected to. An open filter counts on from the time that it has
 * read, by this machine's clock, so a test opens the filter again after each step.
 *
 * <p>The time at first is the middle of a slice, and steps are whole slices. So the duration of the test makes no
 * difference unless it exceeds half a slice. The keys of the real server live longer than its clients believe, by the
 * sum of the steps.
 */
final class PassingTime implements AutoCloseable {

    /** The length of a slice in these tests. */
    static final Duration SLICE = Duration.ofHours(4);

    private final RedisServer server = RedisServer.start();
    private final ScriptedServer front = ScriptedServer.inFrontOf(server);
    private final RespClient redis = server.client();
    private final long first;
    private final Duration toTheMiddle;

    PassingTime() {
        long slice = SLICE.toMillis();
        long now = KitTests.clock(redis);
        first = now / slice + 1;
        toTheMiddle = Duration.ofMillis(first * slice + slice / 2 - now);
        passed(0);
    }

    /** Returns how far the clock is ahead of the real one at first. */
    Duration ahead() {
        return toTheMiddle;
    }

    /**
     * Sets the time to the given number of slices after the first one; a smaller number than before sets the clock
     * back.
     */
    void passed(int slices) {
        front.setClockAhead(toTheMiddle.plus(SLICE.multipliedBy(slices)));
    }

    /** Returns the number of the slice at which the time begins. */
    long first() {
        return first;
    }

    /** Returns the URI at which clients see the advanced clock. */
    String uri() {
        return front.uri();
    }

    /** Returns the real server. */
    RedisServer server() {
        return server;
    }

    /** Returns a client of the real server. */
    RespClient redis() {
        return redis;
    }

    @Override
    public void close() {
        redis.close();
        front.close();
        server.close();
    }
}
