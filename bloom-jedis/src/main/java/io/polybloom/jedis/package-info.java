/**
 * Bloom filters on a Jedis client: standalone, pooled, sentinel and cluster.
 *
 * <p>{@code JedisBloom} is the entry. {@code ShownConnections} finds out which connections a client shows, by its
 * {@code ClientMethod}s, and so which transport it gets: {@code PoolTransport} for one server,
 * {@code ClusterTransport}, or {@code PipelineTransport} for a client that shows none. The first two write to a
 * {@code PooledConnection}.
 */
@NullMarked
package io.polybloom.jedis;

import org.jspecify.annotations.NullMarked;
