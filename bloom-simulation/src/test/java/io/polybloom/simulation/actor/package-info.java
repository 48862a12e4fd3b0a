/** What the records of a run say. */
@NullMarked
package io.polybloom.simulation.actor;

import org.jspecify.annotations.NullMarked;
