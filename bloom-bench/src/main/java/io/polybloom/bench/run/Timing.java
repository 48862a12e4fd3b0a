package io.polybloom.bench.run;

/**
 * The cost of one task in one round.
 *
 * @param nanosPerElement what the caller's clock showed
 * @param clientMicrosPerElement the processor time of this process, compiler and garbage collector included
 * @param serverMicrosPerElement the processor time of the server, reading commands and writing replies included
 */
public record Timing(double nanosPerElement, double clientMicrosPerElement, double serverMicrosPerElement) {

    public double elementsPerSecond() {
        return 1e9 / nanosPerElement;
    }
}
