/** Counters of distinct elements: their key and its commands. Not exported. */
@NullMarked
package io.polybloom.internal.counter;

import org.jspecify.annotations.NullMarked;
