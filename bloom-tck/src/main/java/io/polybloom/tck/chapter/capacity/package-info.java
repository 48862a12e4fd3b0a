/** The behaviour of a filter beyond its capacity: it degrades, refuses or grows. */
@NullMarked
package io.polybloom.tck.chapter.capacity;

import org.jspecify.annotations.NullMarked;
