/** The setting of the measurements: their size, the server, and the clients that are connected to it. */
@NullMarked
package io.polybloom.bench.setup;

import org.jspecify.annotations.NullMarked;
