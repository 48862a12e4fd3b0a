package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What could come between the commands of a group on a connection, or take one of them away. */
class ContiguousGroupTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final FilterSpec SPEC =
            FilterSpec.named("clicks").capacity(10_000).falsePositiveRate(1e-9).build();

    /** Acts on the thread of the connection when a command has been written for the nth time. */
    private static final class Watcher extends ChannelOutboundHandlerAdapter implements NettyCustomizer {
        private final String command;
        private final int occurrence;
        private final AtomicInteger written = new AtomicInteger();
        private volatile Runnable action = () -> {};

        /** Creates a watcher for the nth occurrence of a command, by the name that Lettuce knows. */
        Watcher(String command, int occurrence) {
            this.command = command;
            this.occurrence = occurrence;
        }

        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addLast(this);
        }

        @Override
        public boolean isSharable() {
            return true;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            context.write(message, promise);
            boolean isChosen = message instanceof RedisCommand<?, ?, ?> one
                    && one.getType().toString().equals(command);
            if (isChosen && written.incrementAndGet() == occurrence) {
                action.run();
            }
        }
    }

    /** A continuation of an answer runs on the thread of the connection, where Lettuce writes a command at once. */
    @Test
    void aGroupThatIsSentOnTheThreadOfTheConnectionDoesNotComeBetween() throws Exception {
        Watcher watcher = new Watcher(Verb.SETRANGE.wireName(), 1);
        ClientResources resources =
                ClientResources.builder().nettyCustomizer(watcher).build();
        try (RedisServer server = RedisServer.start()) {
            RedisClient client = client(resources, server.uri());
            try {
                Transport<CompletionStage<List<Reply>>> transport = LettuceBloom.transport(List.of(client));
                CompletableFuture<List<Reply>> other = new CompletableFuture<>();
                watcher.action = () -> transport.send(group("{a}other", 2)).thenAccept(other::complete);
                assertExecuted(2, await(transport.send(group("{a}one", 2))));
                assertExecuted(2, await(other));
            } finally {
                client.shutdown();
                resources.shutdown();
            }
        }
    }

    /** The queue of this client has room for two groups and a part of the third one. */
    @Test
    void aGroupThatDoesNotFitInTheQueueOfTheClientIsNotExecutedInPart() throws Exception {
        int commands = 7;
        Watcher watcher = new Watcher("exec", 4);
        ClientResources resources =
                ClientResources.builder().nettyCustomizer(watcher).build();
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedisClient client = client(resources, proxy.uri());
            try {
                watcher.action = proxy::pass;
                client.setOptions(
                        ClientOptions.builder().requestQueueSize(3 * commands).build());
                Transport<CompletionStage<List<Reply>>> transport = LettuceBloom.transport(List.of(client));
                assertExecuted(commands, await(transport.send(group("{a}before", commands))));
                proxy.holdRepliesTo("EXEC");
                List<CompletionStage<List<Reply>>> sent = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    sent.add(transport.send(group("{a}" + i, commands)));
                }
                // Unless Lettuce has begun to write it, it refuses the third group as a whole.
                sent.get(2).thenRun(proxy::pass);
                Reply.Failure cut = assertInstanceOf(
                        Reply.Failure.class, await(sent.get(2)).get(0), "the queue has room for the third group");
                assertTrue(cut.serverError() == null, cut::toString);
                assertExecuted(commands, await(sent.get(0)));
                assertExecuted(commands, await(sent.get(1)));
                await(transport.send(group("{a}next", commands)));
                assertExecuted(commands, await(transport.send(group("{a}after", commands))));
                // Where only its last commands were refused, Lettuce writes them once there is room again.
                int executed = redis.keys("{a}2*").size();
                assertTrue(executed == 0 || executed == commands && cut.mayHaveBeenApplied(), executed + ": " + cut);
                assertTrue(List.of(0, commands).contains(redis.keys("{a}next*").size()));
            } finally {
                client.shutdown();
                resources.shutdown();
            }
        }
    }

    /** The connection breaks after MULTI, in the middle, or before the reply to EXEC: one reply more each time. */
    @Test
    void nothingOfAGroupIsSentOnTheNextLink() throws Exception {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedisClient client = client(proxy.uri());
            try {
                Transport<CompletionStage<List<Reply>>> transport = LettuceBloom.transport(List.of(client));
                assertExecuted(2, await(transport.send(group("{a}before", 2))));
                int groups = 1;
                for (int bytes : new int[] {0, "+OK\r\n".length(), "+OK\r\n+QUEUED\r\n".length()}) {
                    proxy.cutAfter(bytes);
                    for (Reply reply : await(transport.send(group("{a}cut", 2)))) {
                        assertTrue(assertInstanceOf(Reply.Failure.class, reply).mayHaveBeenApplied(), reply::toString);
                    }
                    // Waits for the next link, and what Lettuce has kept for it.
                    assertExecuted(2, await(transport.send(group("{a}after", 2))));
                    groups += 2;
                    assertEquals(groups, redis.executions("MULTI"));
                    assertEquals(groups, redis.executions("EXEC"));
                    assertEquals(2 * groups, redis.executions("SETRANGE"));
                }
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    void bulkAddsSendNoGroupOnAConnectionOfTheCaller() throws Exception {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            RedisClient client = client(server.uri());
            try (StatefulRedisConnection<String, String> connection = client.connect()) {
                assertEquals("OK", connection.async().multi().get(LIMIT.toSeconds(), TimeUnit.SECONDS));
                connection.async().set("own", "value");
                BloomFilter<String> apart = LettuceBloom.on(client).open(SPEC, Elements.strings());
                assertEquals(5_000, newOnes(apart.addAll(elements("apart-"))));
                long groups = redis.executions("MULTI");
                assertTrue(groups > 1, groups + " groups");
                assertEquals(0, redis.integer("EXISTS", "own"));
                assertEquals(
                        1,
                        connection
                                .async()
                                .exec()
                                .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                                .size());
                long before = redis.executions("MULTI");
                BloomFilter<String> shared = LettuceBloom.on(connection).open(SPEC, Elements.strings());
                newOnes(shared.addAll(elements("shared-")));
                assertEquals(before, redis.executions("MULTI"));
                assertFalse(shared.mightContain("never"));
            } finally {
                client.shutdown();
            }
        }
    }

    private static List<String> elements(String prefix) {
        return IntStream.range(0, 5_000).mapToObj(i -> prefix + i).toList();
    }

    private static int newOnes(boolean[] answers) {
        int count = 0;
        for (boolean isNew : answers) {
            count += isNew ? 1 : 0;
        }
        return count;
    }

    private static RedisClient client(String uri) {
        return RedisClient.create(address(uri));
    }

    private static RedisClient client(ClientResources resources, String uri) {
        return RedisClient.create(resources, address(uri));
    }

    private static RedisURI address(String uri) {
        RedisURI address = RedisURI.create(uri);
        address.setTimeout(LIMIT);
        return address;
    }

    private static Batch group(String prefix, int commands) {
        List<Command> all = new ArrayList<>();
        for (int i = 0; i < commands; i++) {
            byte[] key = (prefix + "-" + i).getBytes(US_ASCII);
            all.add(new Command(Verb.SETRANGE, key, "0".getBytes(US_ASCII), "x".getBytes(US_ASCII)));
        }
        return new Batch(0, 0, all).asGroup();
    }

    private static void assertExecuted(int commands, List<Reply> replies) {
        assertEquals(
                IntStream.range(0, commands).mapToObj(i -> new Reply.Int(1)).toList(), replies);
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
