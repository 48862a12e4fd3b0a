/** Counters of distinct elements: their key, and what is sent to it. */
@NullMarked
package io.polybloom.internal.counter;

import org.jspecify.annotations.NullMarked;
