/** Adds elements and looks them up, one or many. Not exported. */
@NullMarked
package io.polybloom.internal.membership;

import org.jspecify.annotations.NullMarked;
