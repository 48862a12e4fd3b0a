/**
 * Commands and the meaning of their replies, and the server's errors; what is sent to many partitions: the making, the
 * sweep, the removal and the expiry of their keys. Not exported.
 */
@NullMarked
package io.polybloom.internal.redis;

import org.jspecify.annotations.NullMarked;
