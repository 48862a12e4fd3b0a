/** How filters are created, adopted, refused, emptied and removed. */
@NullMarked
package io.polybloom.tck.chapter.opening;

import org.jspecify.annotations.NullMarked;
