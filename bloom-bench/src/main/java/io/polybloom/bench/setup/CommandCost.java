package io.polybloom.bench.setup;

/**
 * The cost of a piece of work in commands.
 *
 * @param nanos the time by the caller's clock
 * @param serverMicros the processor time of the server
 * @param commands the number of commands, those within a group among them
 * @param dearest the name of the command that took longest in the mean, such as {@code exec}; empty if there was none
 * @param dearestMicros the mean time of that command by the clock of the server
 */
public record CommandCost(long nanos, long serverMicros, long commands, String dearest, double dearestMicros) {}
