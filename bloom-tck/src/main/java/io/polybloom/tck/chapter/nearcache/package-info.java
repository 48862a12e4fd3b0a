/** The answers that a client gives from bits that it has seen in Redis. */
@NullMarked
package io.polybloom.tck.chapter.nearcache;

import org.jspecify.annotations.NullMarked;
