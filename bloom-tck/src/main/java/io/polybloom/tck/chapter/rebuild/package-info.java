/** Filters that are rebuilt while they are in use. */
@NullMarked
package io.polybloom.tck.chapter.rebuild;

import org.jspecify.annotations.NullMarked;
