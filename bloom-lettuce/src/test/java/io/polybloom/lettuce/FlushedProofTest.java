package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lettuce hands the commands of a batch to the event loop one by one, so another user of the connection may flush the
 * proof that a primary answers before the reads after it are there.
 */
class FlushedProofTest {

    /** Only guards against a hang. */
    private static final Duration PATIENT = Duration.ofMinutes(1);

    private static final FilterSpec SPEC =
            FilterSpec.named("flushed").capacity(1000).build();

    @Test
    void readsBehindAProofThatOthersHaveFlushedAreAnswered() {
        AtomicInteger left = new AtomicInteger();
        try (RedisServer server = RedisServer.start()) {
            RedisClient client = RedisClient.create(server.uri());
            try {
                BloomFilter<CharSequence> filter =
                        LettuceBloom.on(heldUp(client, 1, left)).open(SPEC, Funnels.stringFunnel(UTF_8));
                filter.add("a");
                left.set(4);
                assertEquals(1, filter.stats().estimatedCount());
                assertEquals(0, left.get());
                left.set(Integer.MAX_VALUE);
                BackendException failed = assertThrows(BackendException.class, filter::stats);
                assertFalse(failed.mayHaveBeenApplied(), failed::toString);
            } finally {
                client.shutdown();
            }
        }
    }

    /** The batches that make a new filter begin with writes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void writesBehindAFlushedProofAreSentOnce(int flushed) {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            RedisClient client = RedisClient.create(server.uri());
            try {
                open(client, flushed, new AtomicInteger());
                Map<String, Long> undisturbed = writes(redis);
                redis.call("FLUSHALL");
                redis.call("CONFIG", "RESETSTAT");
                AtomicInteger left = new AtomicInteger(4);
                BloomFilter<CharSequence> filter = open(client, flushed, left);
                assertTrue(left.get() < 4, "no batch was long enough");
                assertEquals(undisturbed, writes(redis));
                assertTrue(filter.add("a"));
                assertTrue(filter.mightContain("a"));
            } finally {
                client.shutdown();
            }
        }
    }

    private static BloomFilter<CharSequence> open(RedisClient client, int flushed, AtomicInteger left) {
        FilterSpec spec =
                FilterSpec.named("flushed").capacity(1000).partitions(2).build();
        return LettuceBloom.on(heldUp(client, flushed, left)).open(spec, Funnels.stringFunnel(UTF_8));
    }

    /**
     * Returns how often the server has executed each command that makes a filter, but UNLINK, which may be the proof
     * itself, and is then sent again with it.
     */
    private static Map<String, Long> writes(RespClient redis) {
        return StoredFilter.commandsOfCreation().stream().collect(Collectors.toMap(name -> name, redis::executions));
    }

    /** What follows reads, and vouches for what was written before it. */
    @Test
    void nothingFollowsOnAnotherLink() {
        assertNothingFollows((client, uri) -> client.connect(ByteArrayCodec.INSTANCE), (connection, redis) -> {
            CountDownLatch lost = new CountDownLatch(1);
            connection.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> ofClient) {
                    lost.countDown();
                }
            });
            redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            Await.until("the link is lost", PATIENT, () -> lost.getCount() == 0);
        });
    }

    /** Such a connection does not tell when it loses one of its links. */
    @Test
    void nothingFollowsOnAConnectionToAPrimaryAndItsReplicas() {
        assertNothingFollows(
                (client, uri) -> MasterReplica.connect(client, ByteArrayCodec.INSTANCE, uri),
                (connection, redis) -> {});
    }

    private static void assertNothingFollows(
            BiFunction<RedisClient, RedisURI, StatefulRedisConnection<byte[], byte[]>> connecting,
            BiConsumer<StatefulConnection<byte[], byte[]>, RespClient> between) {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            RedisClient client = RedisClient.create(server.uri());
            try {
                AtomicInteger left = new AtomicInteger(1);
                StatefulConnection<byte[], byte[]> connection = heldUp(
                        connecting.apply(client, RedisURI.create(server.uri())),
                        2,
                        commands -> commands.get(1).getType().toString().equals(StoredFilter.WRITING)
                                && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0,
                        cut -> between.accept(cut, redis));
                assertThrows(
                        BackendException.class,
                        () -> LettuceBloom.on(connection).open(SPEC, Funnels.stringFunnel(UTF_8)));
                assertEquals(0, left.get());
                assertEquals(1, redis.integer("EXISTS", StoredFilter.register(SPEC.name())), "the first write");
                assertEquals(0, redis.integer("EXISTS", StoredFilter.copy(SPEC.name())), "a write after it");
            } finally {
                client.shutdown();
            }
        }
    }

    private static StatefulConnection<byte[], byte[]> heldUp(RedisClient client, int flushed, AtomicInteger left) {
        return heldUp(
                client.connect(ByteArrayCodec.INSTANCE),
                flushed,
                commands -> left.getAndUpdate(n -> Math.max(0, n - 1)) > 0,
                connection -> {});
    }

    /**
     * Returns a connection of which somebody flushes the first commands of some batches.
     *
     * @param flushed how many commands
     * @param choice of the batches that have more
     * @param between runs when these commands have their replies, before the others are handed over
     */
    @SuppressWarnings("unchecked")
    private static StatefulConnection<byte[], byte[]> heldUp(
            StatefulRedisConnection<byte[], byte[]> connection,
            int flushed,
            Predicate<List<RedisCommand<byte[], byte[], ?>>> choice,
            Consumer<StatefulConnection<byte[], byte[]>> between) {
        Class<?> kind = connection instanceof StatefulRedisMasterReplicaConnection
                ? StatefulRedisMasterReplicaConnection.class
                : StatefulRedisConnection.class;
        return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                FlushedProofTest.class.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
                    if (method.getName().equals("dispatch")
                            && arguments[0] instanceof Collection<?> batch
                            && batch.size() > flushed
                            && choice.test(List.copyOf((Collection<RedisCommand<byte[], byte[], ?>>) batch))) {
                        List<RedisCommand<byte[], byte[], ?>> commands =
                                List.copyOf((Collection<RedisCommand<byte[], byte[], ?>>) batch);
                        ((AsyncCommand<?, ?, ?>) commands.get(flushed - 1)).whenCompleteAsync((value, failure) -> {
                            between.accept(connection);
                            connection.dispatch(commands.subList(flushed, commands.size()));
                        });
                        connection.dispatch(commands.subList(0, flushed));
                        return commands;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
