/**
 * Bloom filters on the Vert.x Redis client, with Vert.x futures.
 *
 * <p>Reads go to the primary, regardless of {@code useReplicas}, because a replica could answer {@code false} for an
 * element that was just added. Only look-ups of a filter that was opened with
 * {@link io.polybloom.FilterOptions#readFromReplicas} follow this option.
 */
@NullMarked
package io.polybloom.vertx;

import org.jspecify.annotations.NullMarked;
