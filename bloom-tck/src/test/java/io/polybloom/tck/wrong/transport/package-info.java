/** Transports that can be made to err, and how to read what they carry. */
@NullMarked
package io.polybloom.tck.wrong.transport;

import org.jspecify.annotations.NullMarked;
