/** The bits and keys that a load of many elements leaves in Redis. */
@NullMarked
package io.polybloom.tck.chapter.load;

import org.jspecify.annotations.NullMarked;
