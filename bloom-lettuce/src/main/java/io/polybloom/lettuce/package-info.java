/**
 * Bloom filters on a Lettuce client, blocking or with {@link java.util.concurrent.CompletionStage}.
 *
 * <p>{@code LettuceBloom} is the entry. There are two kinds of connections. Most batches go to the
 * {@code SharedConnection}, through {@code LettuceTransport}. Those whose commands must stay together go to a
 * {@code Link}, a connection of our own to one server, through {@code LinkTransport}; {@code OwnLink} and
 * {@code NodeLinks} open links to the one server or to the nodes of a cluster. On both, {@code PendingCommands} is the
 * commands of one batch. Each is a {@code GuardedCommand}, which asks its {@code Guard} before it becomes bytes:
 * {@code SendGuard} on the shared connection, {@code LinkGuard} on a link.
 */
@NullMarked
package io.polybloom.lettuce;

import org.jspecify.annotations.NullMarked;
