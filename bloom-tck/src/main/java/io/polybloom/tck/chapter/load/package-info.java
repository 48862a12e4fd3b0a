/** What a load of many elements at once leaves in Redis. */
@NullMarked
package io.polybloom.tck.chapter.load;

import org.jspecify.annotations.NullMarked;
