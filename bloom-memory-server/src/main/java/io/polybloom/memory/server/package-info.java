/**
 * A Redis without sockets, on any clock: keys, types, errors and expiries behave as on a real server. It is no part of
 * the API.
 */
@NullMarked
package io.polybloom.memory.server;

import org.jspecify.annotations.NullMarked;
