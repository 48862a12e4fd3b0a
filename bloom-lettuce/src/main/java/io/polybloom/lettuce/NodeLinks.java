package io.polybloom.lettuce;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connections to single nodes of a cluster, which are others than those on which Lettuce routes commands. */
final class NodeLinks implements LinkTransport.Links {

    private final RedisClusterClient client;
    private final Supplier<CompletableFuture<StatefulConnection<byte[], byte[]>>> connection;

    /**
     * Creates the links.
     *
     * @param connection a connection to the cluster, which keeps these connections beside those that it routes to
     */
    NodeLinks(RedisClusterClient client, Supplier<CompletableFuture<StatefulConnection<byte[], byte[]>>> connection) {
        this.client = client;
        this.connection = connection;
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(byte[] key) {
        int slot = SlotHash.getSlot(key);
        return cluster()
                .thenCompose(
                        cluster -> link(cluster, cluster.getPartitions().getPartitionBySlot(slot), "slot " + slot));
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(String address) {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon);
        int port = Integer.parseInt(address.substring(colon + 1));
        return cluster().thenCompose(cluster -> {
            RedisClusterNode known = cluster.getPartitions().getPartition(host, port);
            return known == null ? toUnknown(host, port) : link(cluster, known, address);
        });
    }

    /** Asks the nodes for each other only if need be: one that does not answer would hold the batch up. */
    private CompletableFuture<StatefulConnection<byte[], byte[]>> toUnknown(String host, int port) {
        return client.refreshPartitionsAsync()
                .toCompletableFuture()
                .handle((refreshed, failure) -> cluster())
                .thenCompose(stage -> stage)
                .thenCompose(
                        cluster -> link(cluster, cluster.getPartitions().getPartition(host, port), host + ":" + port));
    }

    private static CompletableFuture<StatefulConnection<byte[], byte[]>> link(
            StatefulRedisClusterConnection<byte[], byte[]> cluster, @Nullable RedisClusterNode node, String wanted) {
        return node == null
                ? CompletableFuture.failedFuture(new RedisException("the client knows no node for " + wanted))
                : cluster.getConnectionAsync(node.getNodeId()).thenApply(connected -> connected);
    }

    private CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> cluster() {
        return connection.get().thenApply(connected -> (StatefulRedisClusterConnection<byte[], byte[]>) connected);
    }

    @Override
    public void refresh() {
        client.refreshPartitionsAsync();
    }

    @Override
    public boolean areClosedWith(StatefulConnection<?, ?> link) {
        CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> cluster = cluster();
        return cluster.isDone() && !cluster.isCompletedExceptionally() && PendingCommands.isClosed(cluster.join());
    }

    @Override
    public boolean leadToMany() {
        return true;
    }
}
