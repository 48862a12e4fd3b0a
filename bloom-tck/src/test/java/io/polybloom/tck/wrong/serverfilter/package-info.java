/** Mistakes with the commands for filters whose bits the server stores. */
@NullMarked
package io.polybloom.tck.wrong.serverfilter;

import org.jspecify.annotations.NullMarked;
