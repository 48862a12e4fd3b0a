package io.polybloom.bench.run;

/**
 * The resources that servers have used since they started.
 *
 * @param micros processor time, reading commands and writing replies included
 * @param bytesIn bytes that they have received
 * @param bytesOut bytes that they have sent
 */
public record ServerUse(long micros, long bytesIn, long bytesOut) {

    /** Nothing. */
    public static final ServerUse NONE = new ServerUse(0, 0, 0);

    /** Returns the sum of both. */
    public ServerUse plus(ServerUse other) {
        return new ServerUse(micros + other.micros, bytesIn + other.bytesIn, bytesOut + other.bytesOut);
    }

    /** Returns the use between an earlier reading and this one. */
    public ServerUse since(ServerUse earlier) {
        return new ServerUse(micros - earlier.micros, bytesIn - earlier.bytesIn, bytesOut - earlier.bytesOut);
    }
}
