/**
 * Polybloom on the Vert.x Redis client, with Vert.x futures.
 *
 * <p>Reads go to the primary whatever {@code useReplicas} says, because a replica could answer {@code false} for an
 * element that was just added. The client has no public way to ask for that, so two of its packages are used that it
 * does not export: an application on the module path needs {@code --add-exports} of {@code io.vertx.redis.client.impl}
 * and {@code io.vertx.redis.client.impl.keys} from {@code io.vertx.redis.client} to {@code io.polybloom.vertx}.
 */
@NullMarked
package io.polybloom.vertx;

import org.jspecify.annotations.NullMarked;
