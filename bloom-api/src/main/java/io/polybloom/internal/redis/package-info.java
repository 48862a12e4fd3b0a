/** The commands on partitions, what their replies say, and the server's errors. Not exported. */
@NullMarked
package io.polybloom.internal.redis;

import org.jspecify.annotations.NullMarked;
