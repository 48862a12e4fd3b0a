/** Mistakes in what is handed back. */
@NullMarked
package io.polybloom.tck.wrong.reply;

import org.jspecify.annotations.NullMarked;
