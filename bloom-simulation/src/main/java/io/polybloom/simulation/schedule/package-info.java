/** The choice of the next event: the possible events, the keys that they touch, and the sources of choices. */
@NullMarked
package io.polybloom.simulation.schedule;

import org.jspecify.annotations.NullMarked;
