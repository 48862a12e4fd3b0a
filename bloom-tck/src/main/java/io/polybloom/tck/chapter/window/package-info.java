/** The rules of filters with a window. */
@NullMarked
package io.polybloom.tck.chapter.window;

import org.jspecify.annotations.NullMarked;
