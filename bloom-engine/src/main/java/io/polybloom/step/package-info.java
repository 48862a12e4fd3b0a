/** Operations as steps: the engine makes them without any I/O, and a driver runs them. */
@NullMarked
package io.polybloom.step;

import org.jspecify.annotations.NullMarked;
