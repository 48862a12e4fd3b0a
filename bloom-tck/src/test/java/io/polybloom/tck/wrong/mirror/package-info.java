/** Mistakes with the copies of filters in a JVM. */
@NullMarked
package io.polybloom.tck.wrong.mirror;

import org.jspecify.annotations.NullMarked;
