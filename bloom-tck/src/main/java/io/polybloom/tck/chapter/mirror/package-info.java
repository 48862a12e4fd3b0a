/** Chapter 19: the copies of filters in a JVM. */
@NullMarked
package io.polybloom.tck.chapter.mirror;

import org.jspecify.annotations.NullMarked;
