/** What APIs that answer later or are bound to contexts promise in addition. */
@NullMarked
package io.polybloom.tck.chapter.flavour;

import org.jspecify.annotations.NullMarked;
