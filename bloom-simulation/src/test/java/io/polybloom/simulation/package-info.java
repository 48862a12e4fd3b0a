/** The exploration of many worlds. */
@NullMarked
package io.polybloom.simulation;

import org.jspecify.annotations.NullMarked;
