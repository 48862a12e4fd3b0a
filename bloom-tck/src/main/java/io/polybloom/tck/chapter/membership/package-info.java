/** The answers of a filter, its bits, its error rate, and the servers that hold it. */
@NullMarked
package io.polybloom.tck.chapter.membership;

import org.jspecify.annotations.NullMarked;
