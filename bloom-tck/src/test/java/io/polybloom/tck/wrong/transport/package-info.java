/** Mistakes between the filters and a right transport: in the commands that are sent, and in the replies. */
@NullMarked
package io.polybloom.tck.wrong.transport;

import org.jspecify.annotations.NullMarked;
