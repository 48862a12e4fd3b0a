/** Filters in the memory of this JVM, without Redis. */
@NullMarked
package io.polybloom.memory;

import org.jspecify.annotations.NullMarked;
