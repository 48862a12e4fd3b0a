/** The promises that may be broken, each with a world that needs the allowance. */
@NullMarked
package io.polybloom.simulation.allowed;

import org.jspecify.annotations.NullMarked;
