package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * A connection is lost. A client that does not reconnect makes another one, and a cluster's client asks for the nodes.
 */
class LostConnectionTest {

    /** A connection that is lost when the test says so. */
    private record FakeConnection(AtomicBoolean isOpen, AtomicInteger closings) implements InvocationHandler {

        FakeConnection() {
            this(new AtomicBoolean(true), new AtomicInteger());
        }

        @SuppressWarnings("unchecked")
        StatefulConnection<byte[], byte[]> proxy() {
            return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                    LostConnectionTest.class.getClassLoader(), new Class<?>[] {StatefulConnection.class}, this);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "isOpen" -> isOpen.get();
                case "getOptions" ->
                    ClientOptions.builder().autoReconnect(false).build();
                case "closeAsync" -> {
                    closings.incrementAndGet();
                    yield completedFuture(null);
                }
                default -> throw new UnsupportedOperationException(method.toString());
            };
        }
    }

    /** In a cluster, the other links of the lost connection may still bring replies. */
    @Test
    void aLostConnectionIsClosedWhenAnotherOneHasItsPlaceAndTheExchangesOnItHaveEnded() {
        ClientResources resources = ClientResources.builder()
                .eventExecutorGroup(ImmediateEventExecutor.INSTANCE)
                .build();
        RedisClient client = RedisClient.create(resources);
        try {
            FakeConnection first = new FakeConnection();
            FakeConnection second = new FakeConnection();
            Iterator<FakeConnection> made = List.of(first, second).iterator();
            SharedConnection shared =
                    new SharedConnection(client, () -> made.next().proxy());
            shared.get(completedFuture(null)).join();
            CompletableFuture<Void> early = new CompletableFuture<>();
            CompletableFuture<Void> late = new CompletableFuture<>();
            shared.get(early).join();
            shared.get(late).join();
            first.isOpen.set(false);
            CompletableFuture<Void> onSecond = new CompletableFuture<>();
            shared.get(onSecond).join();
            early.complete(null);
            assertEquals(0, first.closings.get(), "an exchange has not ended");
            late.completeExceptionally(new RedisException("lost"));
            assertEquals(1, first.closings.get());
            onSecond.complete(null);
            shared.get(completedFuture(null)).join();
            assertEquals(0, second.closings.get());
            second.isOpen.set(false);
            assertThrows(CompletionException.class, shared.get(completedFuture(null))::join, "there is no third one");
            assertEquals(1, second.closings.get(), "nothing was under way on the second one");
            assertEquals(1, first.closings.get());
        } finally {
            client.shutdown();
            resources.shutdown();
        }
    }

    @Test
    void anExchangeNeedsItsConnectionUntilItIsAnswered() {
        RefreshedClient client = new RefreshedClient();
        try {
            CompletableFuture<StatefulConnection<byte[], byte[]>> opening = new CompletableFuture<>();
            List<CompletableFuture<?>> exchanges = new ArrayList<>();
            Function<CompletionStage<?>, CompletableFuture<StatefulConnection<byte[], byte[]>>> connection =
                    exchange -> {
                        exchanges.add(exchange.toCompletableFuture());
                        return opening;
                    };
            NodeLinks links = new NodeLinks(client, connection);
            LinkTransport transport = LinkTransport.onClient(new LettuceTransport(connection, true), links, links);
            Batch batch = new Batch(0, 0, List.of(new Command(Verb.UNLINK, new byte[] {'k'})));
            List<CompletionStage<List<Reply>>> answers =
                    List.of(transport.send(batch), transport.send(batch.asGroup()));
            assertEquals(List.of(false, false), areDone(exchanges));
            opening.completeExceptionally(new RedisException("no connection"));
            assertEquals(List.of(true, true), areDone(answers));
            assertEquals(List.of(true, true), areDone(exchanges));
        } finally {
            client.shutdown();
        }
    }

    private static List<Boolean> areDone(List<? extends CompletionStage<?>> stages) {
        return stages.stream()
                .map(stage -> stage.toCompletableFuture().isDone())
                .toList();
    }

    /** A client whose refreshes end when the test says so. */
    private static final class RefreshedClient extends RedisClusterClient {
        private final List<CompletableFuture<Void>> refreshes = new ArrayList<>();

        @Override
        public CompletionStage<Void> refreshPartitionsAsync() {
            refreshes.add(new CompletableFuture<>());
            return refreshes.get(refreshes.size() - 1);
        }
    }

    @Test
    void aClientRefreshesItsTopologyOnceAtATime() {
        RefreshedClient client = new RefreshedClient();
        try {
            NodeLinks forGroups = new NodeLinks(client, exchange -> new CompletableFuture<>());
            NodeLinks forWaits = new NodeLinks(client, exchange -> new CompletableFuture<>());
            forGroups.refresh();
            forGroups.refresh();
            forWaits.refresh();
            assertEquals(1, client.refreshes.size());
            client.refreshes.get(0).completeExceptionally(new RedisException("no node answers"));
            forWaits.refresh();
            forGroups.refresh();
            assertEquals(2, client.refreshes.size());
        } finally {
            client.shutdown();
        }
    }

    @Test
    void aNodeThatARefreshUnderWayHasMissedIsFoundByTheNextOne() {
        RefreshedClient client = new RefreshedClient();
        try {
            Partitions partitions = new Partitions();
            Object link = Proxy.newProxyInstance(
                    LostConnectionTest.class.getClassLoader(),
                    new Class<?>[] {StatefulRedisConnection.class},
                    new FakeConnection());
            @SuppressWarnings("unchecked")
            StatefulConnection<byte[], byte[]> cluster = (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                    LostConnectionTest.class.getClassLoader(),
                    new Class<?>[] {StatefulRedisClusterConnection.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("getPartitions") ? partitions : completedFuture(link));
            NodeLinks links = new NodeLinks(client, exchange -> completedFuture(cluster));
            links.refresh();
            CompletableFuture<?> found = links.to("127.0.0.1:7001", new CompletableFuture<>());
            assertEquals(1, client.refreshes.size());
            client.refreshes.get(0).complete(null);
            assertEquals(2, client.refreshes.size());
            RedisClusterNode node = RedisClusterNode.of("node");
            node.setUri(RedisURI.create("redis://127.0.0.1:7001"));
            partitions.add(node);
            assertFalse(found.isDone());
            client.refreshes.get(1).complete(null);
            assertTrue(found.isDone() && !found.isCompletedExceptionally());
        } finally {
            client.shutdown();
        }
    }

    @Test
    void filtersConnectAgainWhereTheClientDoesNot() {
        FilterSpec spec = FilterSpec.named("lost").capacity(1000).build();
        try (RedisServer server = RedisServer.start();
                RespClient observer = server.client();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedisClient client = RedisClient.create(proxy.uri());
            try {
                client.setOptions(ClientOptions.builder().autoReconnect(false).build());
                BloomFilter<CharSequence> filter = LettuceBloom.on(client).open(spec, Funnels.stringFunnel(UTF_8));
                filter.add("before");
                observer.startLog();
                proxy.cutAfter(0);
                BackendException unknown = assertThrows(BackendException.class, () -> filter.add("fresh"));
                assertTrue(unknown.mayHaveBeenApplied(), unknown::toString);
                assertTrue(Await.value(
                        "there is a connection again",
                        Duration.ofSeconds(300),
                        BackendException.class,
                        () -> filter.mightContain("fresh")));
                assertTrue(filter.mightContain("before"));
                assertFalse(filter.mightContain("never"));
                assertTrue(filter.add("another"));
            } finally {
                client.shutdown();
            }
        }
    }
}
