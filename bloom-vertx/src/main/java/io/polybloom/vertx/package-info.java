/**
 * Bloom filters on the Vert.x Redis client, with Vert.x futures.
 *
 * <p>Reads go to the primary, regardless of {@code useReplicas}, because a replica could answer {@code false} for an
 * element that was just added. Only look-ups of a filter that was opened with
 * {@link io.polybloom.FilterOptions#readFromReplicas} follow this option.
 *
 * <p>{@code VertxBloom} is the entry, and the public types are its flavour of the API. {@code VertxDriver} runs the
 * steps, {@code VertxCalls} the single calls, on the {@code Contexts} of their callers. {@code VertxTransport} puts a
 * batch into the {@code BatchQueue}, where it waits for a connection; {@code Requests} and {@code ResponseReader}
 * translate. {@code NodeTransport} sends what waits for replicas of a cluster.
 */
@NullMarked
package io.polybloom.vertx;

import org.jspecify.annotations.NullMarked;
