package io.polybloom.bench.run;

/**
 * The cost of one task in one round.
 *
 * @param nanosPerElement the time by the caller's clock
 * @param clientMicrosPerElement the processor time of this process, compiler and garbage collector included
 * @param serverMicrosPerElement the processor time of the servers, reading commands and writing replies included
 * @param bytesInPerElement the bytes that the servers have received
 * @param bytesOutPerElement the bytes that the servers have sent
 */
public record Timing(
        double nanosPerElement,
        double clientMicrosPerElement,
        double serverMicrosPerElement,
        double bytesInPerElement,
        double bytesOutPerElement) {

    public double elementsPerSecond() {
        return 1e9 / nanosPerElement;
    }
}
