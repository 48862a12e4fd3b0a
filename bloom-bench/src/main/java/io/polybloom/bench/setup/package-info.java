/** What the measurements run on: how much is measured, the server, and the clients that are connected to it. */
@NullMarked
package io.polybloom.bench.setup;

import org.jspecify.annotations.NullMarked;
