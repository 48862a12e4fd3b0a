/** What becomes of a filter that holds more than it was made for: it degrades, refuses or grows. */
@NullMarked
package io.polybloom.tck.chapter.capacity;

import org.jspecify.annotations.NullMarked;
