/** Ways to a Redis: addresses, the embedded server, and one connection class per client. */
@NullMarked
package io.polybloom.cli.server;

import org.jspecify.annotations.NullMarked;
