/** Actors: operations of the engine on filter objects, driven command by command, and the history of their answers. */
@NullMarked
package io.polybloom.simulation.actor;

import org.jspecify.annotations.NullMarked;
