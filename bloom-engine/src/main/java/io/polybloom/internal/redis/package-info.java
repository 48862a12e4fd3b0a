/** The commands on partitions, the meaning of their replies, and the server's errors. Not exported. */
@NullMarked
package io.polybloom.internal.redis;

import org.jspecify.annotations.NullMarked;
