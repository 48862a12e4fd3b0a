/** Transports with injected mistakes, and tools to read the commands that they carry. */
@NullMarked
package io.polybloom.tck.wrong.transport;

import org.jspecify.annotations.NullMarked;
