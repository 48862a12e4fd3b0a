/**
 * The compatibility kit: the tests of an adapter extend {@link io.polybloom.tck.BloomFilterCompatibilityKit}, say how
 * their client connects, and learn whether the adapter keeps the promises.
 */
@NullMarked
package io.polybloom.tck;

import org.jspecify.annotations.NullMarked;
