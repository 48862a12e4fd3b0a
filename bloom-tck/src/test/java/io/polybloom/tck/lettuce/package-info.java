/** The transport of the README on Lettuce, a client that has no adapter of its own. */
@NullMarked
package io.polybloom.tck.lettuce;

import org.jspecify.annotations.NullMarked;
