/** The server of a fork: how it is started, what it is reached through, and what it has used. */
@NullMarked
package io.polybloom.bench.server;

import org.jspecify.annotations.NullMarked;
