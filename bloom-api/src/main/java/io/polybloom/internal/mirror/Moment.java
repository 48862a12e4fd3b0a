package io.polybloom.internal.mirror;

/**
 * The moment at which a refresh began.
 *
 * @param nanos when, by this machine's clock that nobody can set, before the server was asked for its time
 * @param serverMillis the server's time, which was read before everything that counts as of this moment
 */
record Moment(long nanos, long serverMillis) {}
