/**
 * Polybloom on the Vert.x Redis client, with Vert.x futures.
 *
 * <p>Reads go to the primary whatever {@code useReplicas} says, because a replica could answer {@code false} for an
 * element that was just added.
 */
@NullMarked
package io.polybloom.vertx;

import org.jspecify.annotations.NullMarked;
