/** Finds the bits of elements without a server: to check a filter by hand, or to build one. */
@NullMarked
package io.polybloom.locate;

import org.jspecify.annotations.NullMarked;
