/** Reads and writes the bits of other systems' filters as a whole. */
@NullMarked
package io.polybloom.transfer;

import org.jspecify.annotations.NullMarked;
