/** Connections to Redis: addresses, the embedded server, and one class per client. */
@NullMarked
package io.polybloom.cli.server;

import org.jspecify.annotations.NullMarked;
