package io.polybloom.lettuce;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The connections to single nodes of a cluster, which are others than those on which Lettuce routes commands. */
final class NodeLinks implements LinkTransport.Links {

    /**
     * The time after which a refresh that has not ended counts as over, so that another one may begin: Lettuce never
     * ends one that fails to begin to connect, to every node. Not tuned; as long as the default timeout of Lettuce.
     */
    private static final long LONGEST_REFRESH_SECONDS = 60;

    /** The refresh of each client that is under way. */
    private static final Map<RedisClusterClient, CompletableFuture<Void>> REFRESHES = new ConcurrentHashMap<>();

    private final RedisClusterClient client;
    private final Function<CompletionStage<?>, CompletableFuture<StatefulConnection<byte[], byte[]>>> connection;

    /**
     * Creates the links.
     *
     * @param connection returns a connection to the cluster for an exchange, until that has ended; it keeps these
     *     connections beside those that it routes to
     */
    NodeLinks(
            RedisClusterClient client,
            Function<CompletionStage<?>, CompletableFuture<StatefulConnection<byte[], byte[]>>> connection) {
        this.client = client;
        this.connection = connection;
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(
            byte[] key, CompletionStage<?> exchange) {
        int slot = SlotHash.getSlot(key);
        return cluster(exchange)
                .thenCompose(
                        cluster -> link(cluster, cluster.getPartitions().getPartitionBySlot(slot), "slot " + slot));
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(
            String address, CompletionStage<?> exchange) {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon);
        int port = Integer.parseInt(address.substring(colon + 1));
        return cluster(exchange)
                .thenCompose(cluster -> refreshedFor(cluster, host, port)
                        // Another refresh may have asked before there was the node.
                        .thenCompose(once -> refreshedFor(cluster, host, port))
                        .thenCompose(
                                twice -> link(cluster, cluster.getPartitions().getPartition(host, port), address)));
    }

    /** Asks the nodes for each other only if need be: one that does not answer would hold the batch up. */
    private CompletableFuture<Void> refreshedFor(
            StatefulRedisClusterConnection<byte[], byte[]> cluster, String host, int port) {
        return cluster.getPartitions().getPartition(host, port) == null
                ? refreshed()
                : CompletableFuture.completedFuture(null);
    }

    private static CompletableFuture<StatefulConnection<byte[], byte[]>> link(
            StatefulRedisClusterConnection<byte[], byte[]> cluster, @Nullable RedisClusterNode node, String wanted) {
        return node == null
                ? CompletableFuture.failedFuture(new RedisException("the client knows no node for " + wanted))
                : cluster.getConnectionAsync(node.getNodeId()).thenApply(connected -> connected);
    }

    private CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> cluster(CompletionStage<?> exchange) {
        return connection.apply(exchange).thenApply(connected ->
                (StatefulRedisClusterConnection<byte[], byte[]>) connected);
    }

    @Override
    public void refresh() {
        refreshed();
    }

    /** Ends, without a failure, with the next end of a refresh: while one is under way, no other one begins. */
    private CompletableFuture<Void> refreshed() {
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<Void> underWay = REFRESHES.putIfAbsent(client, end);
        if (underWay != null) {
            return underWay;
        }
        CompletableFuture.completedFuture(null)
                .thenCompose(begin -> client.refreshPartitionsAsync())
                .orTimeout(LONGEST_REFRESH_SECONDS, TimeUnit.SECONDS)
                .whenComplete((done, failure) -> {
                    REFRESHES.remove(client, end);
                    end.complete(null);
                });
        return end;
    }

    @Override
    public boolean areClosedWith(StatefulConnection<?, ?> link) {
        CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> cluster =
                cluster(CompletableFuture.completedFuture(null));
        return cluster.isDone() && !cluster.isCompletedExceptionally() && PendingCommands.isClosed(cluster.join());
    }

    @Override
    public boolean leadToMany() {
        return true;
    }
}
