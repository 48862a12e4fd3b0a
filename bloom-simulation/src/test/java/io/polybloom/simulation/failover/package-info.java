/** Failovers: a replica that lags takes over, and the last writes are lost. */
@NullMarked
package io.polybloom.simulation.failover;

import org.jspecify.annotations.NullMarked;
