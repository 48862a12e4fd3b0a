/** Filters that count their elements, so that they can be removed. */
@NullMarked
package io.polybloom.tck.chapter.removal;

import org.jspecify.annotations.NullMarked;
