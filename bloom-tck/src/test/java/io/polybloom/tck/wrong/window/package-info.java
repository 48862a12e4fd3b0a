/** Mistakes with the slices of filters with a window. */
@NullMarked
package io.polybloom.tck.wrong.window;

import org.jspecify.annotations.NullMarked;
