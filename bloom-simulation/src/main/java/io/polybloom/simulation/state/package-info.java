/** The state of a running simulation, which can be brought back, and compared with that of another run. */
@NullMarked
package io.polybloom.simulation.state;

import org.jspecify.annotations.NullMarked;
