/** The rules of filters that forget after a time. */
@NullMarked
package io.polybloom.tck.chapter.window;

import org.jspecify.annotations.NullMarked;
