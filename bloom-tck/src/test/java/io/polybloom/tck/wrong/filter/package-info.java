/** Mistakes around a filter, independent of the transport. */
@NullMarked
package io.polybloom.tck.wrong.filter;

import org.jspecify.annotations.NullMarked;
