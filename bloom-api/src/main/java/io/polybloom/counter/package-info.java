/** Counters of distinct elements, which do not know the elements: for use with a filter, or instead of one. */
@NullMarked
package io.polybloom.counter;

import org.jspecify.annotations.NullMarked;
