/** The protocol between a client and a server, as far as the kit reads and writes it by itself. */
@NullMarked
package io.polybloom.tck.resp;

import org.jspecify.annotations.NullMarked;
