/** The Redis protocol, as far as the kit itself reads and writes it. */
@NullMarked
package io.polybloom.tck.resp;

import org.jspecify.annotations.NullMarked;
