package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The caller has shut the client down and continues to call. */
@Timeout(300)
class ClosedClientTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);
    private static final FilterSpec SPEC =
            FilterSpec.named("closed").capacity(10_000).partitions(3).build();

    @Test
    void callsOnAClientThatWasShutDownFailWithAReason() {
        try (RedisServer server = RedisServer.start()) {
            RedisClient client = RedisClient.create(server.uri());
            BloomFilter<CharSequence> filter = LettuceBloom.on(client).open(SPEC, TEXT);
            BloomFilter<CharSequence> shared = LettuceBloom.on(client.connect()).open(SPEC, TEXT);
            client.shutdown();
            List<Executable> calls = List.of(
                    () -> filter.add("a"),
                    () -> filter.addAll(List.of("a", "b")),
                    () -> shared.mightContain("a"),
                    filter::stats,
                    filter::delete,
                    () -> LettuceBloom.on(client).open(SPEC, TEXT));
            for (Executable call : calls) {
                assertIsTold(assertThrows(RuntimeException.class, call));
            }
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

    private static void assertIsTold(Throwable thrown) {
        Throwable failure = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
        BackendException backend = assertInstanceOf(BackendException.class, failure);
        assertEquals(Reason.CLIENT_CLOSED, backend.reason(), () -> backend + " " + backend.getCause());
        assertFalse(backend.mayHaveBeenApplied());
    }
}
