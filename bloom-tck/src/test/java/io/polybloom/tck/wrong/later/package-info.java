/** Mistakes of asynchronous APIs, on top of a correct one. */
@NullMarked
package io.polybloom.tck.wrong.later;

import org.jspecify.annotations.NullMarked;
