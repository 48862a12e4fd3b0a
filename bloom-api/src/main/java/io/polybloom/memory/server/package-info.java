/** A Redis without sockets: keys, types, errors and expiries as a real server has them, on any clock. */
@NullMarked
package io.polybloom.memory.server;

import org.jspecify.annotations.NullMarked;
