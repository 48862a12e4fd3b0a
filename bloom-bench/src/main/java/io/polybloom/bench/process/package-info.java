/** What needs other processes than a fork of JMH and its server: programs as a user runs them, other users of Redis. */
@NullMarked
package io.polybloom.bench.process;

import org.jspecify.annotations.NullMarked;
