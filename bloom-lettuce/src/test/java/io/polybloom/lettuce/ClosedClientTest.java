package io.polybloom.lettuce;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The caller has shut the client down and continues to call. */
@Timeout(300)
class ClosedClientTest {

    @Test
    void callsOnAConnectionWhoseClientWasShutDownSaySo() {
        try (RedisServer server = RedisServer.start()) {
            RedisClient client = RedisClient.create(server.uri());
            BloomFilters filters = LettuceBloom.on(client.connect());
            FilterSpec spec = FilterSpec.named("closed").capacity(10_000).build();
            BloomFilter<CharSequence> filter = filters.open(spec, Elements.strings());
            client.shutdown();
            FailureTests.assertClosed(filters, filter);
        }
    }

    /** Lettuce closes its connections to nodes that it does not find in the cluster any more. */
    @Test
    void aLinkToANodeThatLettuceHasClosedIsNoClosedClient() {
        try (RedisCluster servers = RedisCluster.start(1)) {
            RedisClusterClient client =
                    RedisClusterClient.create(servers.nodes().get(0).uri());
            StatefulRedisClusterConnection<byte[], byte[]> cluster = client.connect(ByteArrayCodec.INSTANCE);
            StatefulConnection<byte[], byte[]> link = cluster.getConnection(
                    cluster.getPartitions().getPartition(0).getNodeId());
            NodeLinks links = new NodeLinks(client, exchange -> completedFuture(cluster));
            LinkTransport transport = LinkTransport.onClient(
                    new LettuceTransport(exchange -> completedFuture(cluster), true),
                    new StaleLinks(links, link),
                    links);
            Batch group = new Batch(0, 0, List.of(new Command(Verb.UNLINK, new byte[] {'k'}))).asGroup();
            assertEquals(new Reply.Int(0), answer(transport, group));
            link.close();
            Reply.Failure stale = assertInstanceOf(Reply.Failure.class, answer(transport, group));
            assertFalse(stale.mayHaveBeenApplied());
            assertFalse(stale.cause() instanceof ClientClosedException, () -> "the client works: " + stale);
            client.shutdown();
            Reply.Failure closed = assertInstanceOf(Reply.Failure.class, answer(transport, group));
            assertInstanceOf(ClientClosedException.class, closed.cause());
        }
    }

    private static Reply answer(LinkTransport transport, Batch batch) {
        return transport.send(batch).toCompletableFuture().join().get(0);
    }

    /** Leads to a node by a connection that the cluster's connection has given out before. */
    private record StaleLinks(NodeLinks links, StatefulConnection<byte[], byte[]> link) implements LinkTransport.Links {
        @Override
        public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(
                byte[] key, CompletionStage<?> exchange) {
            return completedFuture(link);
        }

        @Override
        public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(
                String address, CompletionStage<?> exchange) {
            return links.to(address, exchange);
        }

        @Override
        public void refresh() {
            links.refresh();
        }

        @Override
        public boolean areClosedWith(StatefulConnection<?, ?> closed) {
            return links.areClosedWith(closed);
        }

        @Override
        public boolean leadToMany() {
            return links.leadToMany();
        }
    }
}
