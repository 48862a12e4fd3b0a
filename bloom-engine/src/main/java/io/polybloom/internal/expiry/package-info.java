/** Changes when a filter expires, and restores an expiry that a client has taken from a partition. Not exported. */
@NullMarked
package io.polybloom.internal.expiry;

import org.jspecify.annotations.NullMarked;
