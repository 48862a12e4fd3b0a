/** What a client answers from what it has seen in Redis. */
@NullMarked
package io.polybloom.tck.chapter.nearcache;

import org.jspecify.annotations.NullMarked;
