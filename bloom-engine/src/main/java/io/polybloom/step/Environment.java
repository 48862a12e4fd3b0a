package io.polybloom.step;

import io.polybloom.spi.Transport;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The inputs of the engine apart from the replies: with the same environment and the same replies it behaves in the
 * same way.
 *
 * @param servers the number of independent servers, at least 1
 * @param wholePartitions when bulk operations may transfer a partition as a whole
 * @param clock this machine's wall clock, which somebody may set
 * @param nanoTime the nanoseconds since an arbitrary instant, by a clock of this machine that nobody can set
 * @param ids draws the names of generations and temporary keys, and the halves of secret keys: 16 lower-case
 *     hexadecimal digits, never the same twice, and unpredictable in production
 * @param wire what large transfers have shown so far
 */
public record Environment(
        int servers,
        WholePartitions wholePartitions,
        InstantSource clock,
        LongSupplier nanoTime,
        Supplier<String> ids,
        Wire wire) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 8;

    /** Creates an environment whose transport sends no groups, and whose only clock is never set back. */
    public Environment(int servers, InstantSource clock, Supplier<String> ids) {
        this(servers, WholePartitions.TO_READ, clock, () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()), ids);
    }

    /** Creates an environment whose wire nobody has seen yet. */
    public Environment(
            int servers,
            WholePartitions wholePartitions,
            InstantSource clock,
            LongSupplier nanoTime,
            Supplier<String> ids) {
        this(servers, wholePartitions, clock, nanoTime, ids, Wire.unknown());
    }

    /** Returns the production environment for the servers of a transport: the system's clock and random ids. */
    public static Environment ofSystem(Transport<?> transport) {
        WholePartitions whole = transport.sendsGroups() ? WholePartitions.WHERE_CHEAPER : WholePartitions.TO_READ;
        return ofSystem(transport.servers()).with(whole);
    }

    /** Returns the production environment without a transport: the system's clock and random ids. */
    public static Environment ofSystem(int servers) {
        return new Environment(
                servers, WholePartitions.TO_READ, InstantSource.system(), System::nanoTime, Environment::randomId);
    }

    /** Returns the same environment with another rule for transferring partitions as a whole. */
    public Environment with(WholePartitions other) {
        return new Environment(servers, other, clock, nanoTime, ids, wire);
    }

    /** Returns the same environment over another wire. */
    public Environment over(Wire other) {
        return new Environment(servers, wholePartitions, clock, nanoTime, ids, other);
    }

    /** Returns the same environment with another number of servers. */
    public Environment withServers(int count) {
        return new Environment(count, wholePartitions, clock, nanoTime, ids, wire);
    }

    private static String randomId() {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }
}
