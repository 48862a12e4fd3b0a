/** Bloom filters on a Jedis client: standalone, pooled, sentinel and cluster. */
@NullMarked
package io.polybloom.jedis;

import org.jspecify.annotations.NullMarked;
