package io.polybloom.bench.server;

/**
 * The resources that servers have used.
 *
 * @param micros processor time, reading commands and writing replies included
 * @param bytesIn bytes that they have received
 * @param bytesOut bytes that they have sent
 * @param commands commands that they have executed
 */
public record ServerUse(double micros, long bytesIn, long bytesOut, long commands) {

    /** Nothing. */
    public static final ServerUse NONE = new ServerUse(0, 0, 0, 0);

    /** Returns the sum of both. */
    public ServerUse plus(ServerUse other) {
        return new ServerUse(
                micros + other.micros, bytesIn + other.bytesIn, bytesOut + other.bytesOut, commands + other.commands);
    }

    /** Returns the use between an earlier reading and this one. */
    public ServerUse since(ServerUse earlier) {
        return new ServerUse(
                micros - earlier.micros,
                bytesIn - earlier.bytesIn,
                bytesOut - earlier.bytesOut,
                commands - earlier.commands);
    }
}
