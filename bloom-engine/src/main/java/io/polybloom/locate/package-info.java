/** Finds the bits of elements without a server: to check a filter by hand, to build one, or to ask a snapshot. */
@NullMarked
package io.polybloom.locate;

import org.jspecify.annotations.NullMarked;
