/** Operations as steps, which the engine makes without any I/O and a driver runs. */
@NullMarked
package io.polybloom.step;

import org.jspecify.annotations.NullMarked;
