/** Mistakes around a filter, whatever carries its commands. */
@NullMarked
package io.polybloom.tck.wrong.filter;

import org.jspecify.annotations.NullMarked;
