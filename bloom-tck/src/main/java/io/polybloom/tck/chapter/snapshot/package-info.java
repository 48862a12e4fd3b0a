/** Chapter 20: whole filters in streams. */
@NullMarked
package io.polybloom.tck.chapter.snapshot;

import org.jspecify.annotations.NullMarked;
