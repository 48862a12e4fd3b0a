/** Which event happens next: the events that are possible, what they touch, and the sources of choices between them. */
@NullMarked
package io.polybloom.simulation.schedule;

import org.jspecify.annotations.NullMarked;
