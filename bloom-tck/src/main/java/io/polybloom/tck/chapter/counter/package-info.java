/** Counters of distinct elements. */
@NullMarked
package io.polybloom.tck.chapter.counter;

import org.jspecify.annotations.NullMarked;
