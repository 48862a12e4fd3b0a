package io.polybloom.lettuce;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.polybloom.BloomFilters;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Opens Bloom filters through Lettuce: one server, one primary behind sentinels, or one cluster.
 *
 * <pre>{@code
 * BloomFilter<String> clicks = LettuceBloom.on(client).open(spec, Elements.strings());
 * }</pre>
 *
 * <p>The client belongs to the caller: it is never closed and never reconfigured. Filters on a client share connections
 * of their own, which the first operation that needs them opens and which live as long as the client. Filters on a
 * connection share it with the caller; its codec does not matter. Do not begin transactions on such a connection, since
 * commands of filters could become part of them. The connection's timeout applies; if it is zero, a call waits forever.
 *
 * <p>After a reconnect Lettuce repeats the commands in flight, among them the look-ups of filters. A write of a filter
 * is never sent again, regardless of the client's options: its operation fails with an exception that says that the
 * write may have been applied. The commands of other users of the client are repeated according to its configuration.
 *
 * <p>Commands go to primaries, regardless of the {@code ReadFrom} of the connection. The exception is look-ups of
 * filters that may read from replicas ({@link io.polybloom.FilterOptions#readFromReplicas}): they follow the
 * {@code ReadFrom}, so open such filters on a connection that has one.
 *
 * <p>Bulk adds send groups of commands, and filters that wait for replicas
 * ({@link io.polybloom.FilterOptions#acknowledgedBy}) send a {@code WAIT}, which holds up all commands after it. Both
 * use further connections of the client, one to each primary. On a connection of the caller, commands of other users
 * could come between those of a group. So bulk adds name their bits there, which is slower, and filters that wait for
 * replicas are refused.
 */
public final class LettuceBloom {

    private LettuceBloom() {}

    /**
     * Returns filters that block the calling thread, which must not be one of Lettuce's own. Does no I/O.
     *
     * @param client a client with the address of a server or of sentinels
     * @throws IllegalStateException if the version of Lettuce is an earlier one that lacks what is called here
     */
    public static BloomFilters on(RedisClient client) {
        return on(List.of(client));
    }

    /**
     * Returns filters on a cluster that block the calling thread, which must not be one of Lettuce's own. Does no I/O.
     *
     * @throws IllegalStateException if the version of Lettuce is an earlier one that lacks what is called here
     */
    public static BloomFilters on(RedisClusterClient client) {
        return on(List.of(client));
    }

    /**
     * Returns filters that block the calling thread, spread over independent servers. Does no I/O.
     *
     * @param clients at least one; the order is part of a filter and must be the same wherever it is used
     * @throws IllegalStateException if the version of Lettuce is an earlier one that lacks what is called here
     */
    public static BloomFilters on(List<? extends AbstractRedisClient> clients) {
        return Engine.get().blocking(transport(clients).map(InFlight::on));
    }

    /**
     * Returns filters that block the calling thread, on a connection that others may also use. Does no I/O.
     *
     * @param connection a connection to a server, a primary with its replicas, or a cluster; not one for Pub/Sub
     * @throws IllegalArgumentException if it is a connection of another kind
     * @throws IllegalStateException if the version of Lettuce is an earlier one that lacks what is called here
     */
    public static BloomFilters on(StatefulConnection<?, ?> connection) {
        return Engine.get().blocking(transport(connection).map(InFlight::on));
    }

    /** Returns filters that answer with {@link CompletionStage}; otherwise like {@link #on(RedisClient)}. */
    public static AsyncBloomFilters async(RedisClient client) {
        return async(List.of(client));
    }

    /** Returns filters that answer with {@link CompletionStage}; otherwise like {@link #on(RedisClusterClient)}. */
    public static AsyncBloomFilters async(RedisClusterClient client) {
        return async(List.of(client));
    }

    /** Returns filters that answer with {@link CompletionStage}; otherwise like {@link #on(List)}. */
    public static AsyncBloomFilters async(List<? extends AbstractRedisClient> clients) {
        return Engine.get().stages(transport(clients));
    }

    /** Returns filters that answer with {@link CompletionStage}; otherwise like {@link #on(StatefulConnection)}. */
    public static AsyncBloomFilters async(StatefulConnection<?, ?> connection) {
        return Engine.get().stages(transport(connection));
    }

    static Transport<CompletionStage<List<Reply>>> transport(List<? extends AbstractRedisClient> clients) {
        Versions.requireSupported();
        return Transport.spread(clients.stream().map(LettuceBloom::transport).toList());
    }

    private static LinkTransport transport(AbstractRedisClient client) {
        if (client instanceof RedisClient one) {
            SharedConnection shared = new SharedConnection(one, () -> one.connect(ByteArrayCodec.INSTANCE));
            return LinkTransport.onClient(new LettuceTransport(shared::get, false), new OwnLink(one), new OwnLink(one));
        }
        if (client instanceof RedisClusterClient cluster) {
            SharedConnection shared = new SharedConnection(cluster, () -> cluster.connect(ByteArrayCodec.INSTANCE));
            SharedConnection ofGroups = new SharedConnection(cluster, () -> cluster.connect(ByteArrayCodec.INSTANCE));
            return LinkTransport.onClient(
                    new LettuceTransport(shared::get, true),
                    new NodeLinks(cluster, ofGroups::get),
                    new NodeLinks(cluster, shared::get));
        }
        throw new IllegalArgumentException("neither a RedisClient nor a RedisClusterClient: " + client.getClass());
    }

    /** Returns a transport on a connection, whose codec does not apply, since the commands bring their own. */
    @SuppressWarnings("unchecked")
    private static Transport<CompletionStage<List<Reply>>> transport(StatefulConnection<?, ?> connection) {
        Versions.requireSupported();
        boolean takesCommands =
                connection instanceof StatefulRedisConnection || connection instanceof StatefulRedisClusterConnection;
        if (!takesCommands || connection instanceof StatefulRedisPubSubConnection) {
            throw new IllegalArgumentException("not a connection for commands: " + connection.getClass());
        }
        CompletableFuture<StatefulConnection<byte[], byte[]>> given =
                CompletableFuture.completedFuture((StatefulConnection<byte[], byte[]>) connection);
        return new LettuceTransport(exchange -> given, connection instanceof StatefulRedisClusterConnection);
    }
}
