/** Mistakes of APIs that answer later, and a right one to begin with. */
@NullMarked
package io.polybloom.tck.wrong.later;

import org.jspecify.annotations.NullMarked;
