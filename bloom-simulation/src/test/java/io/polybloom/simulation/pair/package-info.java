/** Every pair of operations, on one object and on two, with every kind of fault. */
@NullMarked
package io.polybloom.simulation.pair;

import org.jspecify.annotations.NullMarked;
