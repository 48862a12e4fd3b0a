package io.polybloom.simulation.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The time of the simulated world, which stands still until it is moved. Servers and clients have the same, unless the
 * clock of one of them is said to be off.
 */
public final class SimulatedClock implements InstantSource {

    private static final long BEGINNING = 1_800_000_000_000L;

    private final Map<Integer, Duration> behind = new HashMap<>();
    private final Map<Integer, Long> shifts = new HashMap<>();
    private long millis = BEGINNING;
    private long reads;

    /** Goes back to the instant at which every run begins. */
    public void reset() {
        millis = BEGINNING;
        shifts.clear();
    }

    /** Moves the clock forward. */
    public void advance(long byMillis) {
        millis += byMillis;
    }

    /** Sets the clock of a server forward, or back if it is negative, but not those of the clients. */
    public void shiftServer(int server, long byMillis) {
        shifts.merge(server, byMillis, Long::sum);
    }

    /** Puts the clock of a server back. */
    public SimulatedClock withServerBehind(int server, Duration by) {
        behind.put(server, by);
        return this;
    }

    /** Returns the clock of a server. */
    public InstantSource ofServer(int server) {
        long error = behind.getOrDefault(server, Duration.ZERO).toMillis();
        return new InstantSource() {
            @Override
            public long millis() {
                reads++;
                return millis + (shifts.isEmpty() ? 0 : shifts.getOrDefault(server, 0L)) - error;
            }

            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(millis());
            }
        };
    }

    /** Notes that somebody goes by a clock. */
    public void noteRead() {
        reads++;
    }

    /** Returns how often a clock was read: what happens without that does not depend on the time. */
    public long reads() {
        return reads;
    }

    /** Returns the time of the clock that is most behind, in milliseconds since 1970. */
    public long slowestMillis() {
        return allMillis().min().orElse(millis);
    }

    /** Returns the time of the clock that is most ahead, in milliseconds since 1970. */
    public long fastestMillis() {
        return allMillis().max().orElse(millis);
    }

    private LongStream allMillis() {
        Set<Integer> servers = new HashSet<>(behind.keySet());
        servers.addAll(shifts.keySet());
        LongStream ofServers =
                servers.stream().mapToLong(server -> ofServer(server).millis());
        return LongStream.concat(LongStream.of(millis), ofServers);
    }

    @Override
    public long millis() {
        reads++;
        return millis;
    }

    @Override
    public Instant instant() {
        reads++;
        return Instant.ofEpochMilli(millis);
    }

    /** Returns the time in nanoseconds, for a near cache. */
    public long nanos() {
        reads++;
        return millis * 1_000_000;
    }
}
