package io.polybloom.tck.chapter.window;

import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;

/**
 * A real server whose clock a test moves on, by hours, without waiting: a server in front of it answers {@code TIME}.
 * An adapter provides nothing for it but that it asks the server that it is connected to. An open filter counts on from
 * the time that it has read, by this machine's clock, so a test opens the filter again after each step.
 *
 * <p>It is the middle of a slice at first, and steps are whole slices: half a slice passes before the time that the
 * test takes makes a difference. The keys of the real server live longer than its clients believe, by the time that has
 * passed.
 */
final class PassingTime implements AutoCloseable {

    /** How long a slice lasts in these tests. */
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

    /** Returns by how much the clock is ahead of the real one at first. */
    Duration ahead() {
        return toTheMiddle;
    }

    /** Lets it be some slices after the first one; fewer than before if the clock was set back. */
    void passed(int slices) {
        front.setClockAhead(toTheMiddle.plus(SLICE.multipliedBy(slices)));
    }

    /** Returns the number of the slice at which the time begins. */
    long first() {
        return first;
    }

    /** Returns where clients see the moved clock. */
    String uri() {
        return front.uri();
    }

    /** Returns the real server behind. */
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
