/** The judge of the simulation notices what it must, and nothing else. */
@NullMarked
package io.polybloom.simulation.judge;

import org.jspecify.annotations.NullMarked;
