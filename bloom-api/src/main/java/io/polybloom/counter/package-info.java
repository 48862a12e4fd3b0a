/** Counts distinct elements, without knowing which they are: a counter beside a filter, or in place of one. */
@NullMarked
package io.polybloom.counter;

import org.jspecify.annotations.NullMarked;
