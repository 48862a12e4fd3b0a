/** The time of a filter with a window, and the slices that it remembers. Not exported. */
@NullMarked
package io.polybloom.internal.window;

import org.jspecify.annotations.NullMarked;
