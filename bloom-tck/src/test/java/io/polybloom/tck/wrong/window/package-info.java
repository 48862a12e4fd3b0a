/** Mistakes with the slices of filters that forget. */
@NullMarked
package io.polybloom.tck.wrong.window;

import org.jspecify.annotations.NullMarked;
