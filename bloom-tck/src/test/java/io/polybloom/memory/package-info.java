/** The kit on filters in memory. */
@NullMarked
package io.polybloom.memory;

import org.jspecify.annotations.NullMarked;
