/** Mistakes in the replies that are returned. */
@NullMarked
package io.polybloom.tck.wrong.reply;

import org.jspecify.annotations.NullMarked;
