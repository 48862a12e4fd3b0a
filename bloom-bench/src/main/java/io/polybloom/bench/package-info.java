/**
 * The comparison, on JMH. A benchmark class answers one question; clients, peers, capacities and sizes of calls are its
 * parameters. {@link io.polybloom.bench.Main} runs JMH, also in turns, and makes the report from what JMH has written.
 */
@NullMarked
package io.polybloom.bench;

import org.jspecify.annotations.NullMarked;
