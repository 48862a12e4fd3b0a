/** The outcome of accidents: errors, lost keys, cut connections and slots that move. */
@NullMarked
package io.polybloom.tck.chapter.failure;

import org.jspecify.annotations.NullMarked;
