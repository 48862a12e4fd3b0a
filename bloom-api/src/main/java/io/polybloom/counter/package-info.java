/**
 * Counters of distinct elements, for use with a filter or instead of one. They do not know which elements they have
 * counted.
 */
@NullMarked
package io.polybloom.counter;

import org.jspecify.annotations.NullMarked;
