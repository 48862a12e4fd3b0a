/** Mistakes with the counters of filters, and with counters of distinct elements. */
@NullMarked
package io.polybloom.tck.wrong.counting;

import org.jspecify.annotations.NullMarked;
