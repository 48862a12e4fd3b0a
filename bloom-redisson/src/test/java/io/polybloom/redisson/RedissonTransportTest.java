package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.BloomServer;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.TcpProxy;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;
import org.redisson.config.Protocol;

/** The replies to commands, their routes, and their requirements. */
class RedissonTransportTest {

    private static final FilterSpec SPEC = FilterSpec.named("transport")
            .capacity(100_000)
            .falsePositiveRate(1e-6)
            .partitions(8)
            .build();

    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void repliesHaveTheirShape(Protocol protocol) throws Exception {
        RedissonClient client = Clients.speaking(protocol, server.uri());
        try {
            RedissonTransport transport = new RedissonTransport(client);
            byte[] binary = {0, (byte) 0xff, '\r', '\n', (byte) 0x80};

            List<Reply> written = Clients.await(transport.send(batch(
                    command(Verb.HSETNX, "hash", bytes("f"), binary),
                    command(Verb.HGETALL, "hash"),
                    command(Verb.HGET, "hash", bytes("none")),
                    command(Verb.HGETALL, "nothing"))));

            assertEquals(new Reply.Int(1), written.get(0));
            Reply.Many pairs = assertInstanceOf(Reply.Many.class, written.get(1));
            assertArrayEquals(
                    binary,
                    assertInstanceOf(Reply.Bytes.class, pairs.elements().get(1)).value());
            assertEquals(new Reply.Nil(), written.get(2));
            assertEquals(new Reply.Many(List.of()), written.get(3));
            assertEquals(
                    new Reply.Nil(),
                    Clients.await(transport.send(batch(command(Verb.HGET, "none", bytes("f")))))
                            .get(0));
            Reply bits = Clients.await(transport.send(batch(command(
                            Verb.BITFIELD,
                            "s",
                            bytes("SET"),
                            bytes("u1"),
                            bytes("9"),
                            bytes("1"),
                            bytes("GET"),
                            bytes("u8"),
                            bytes("8")))))
                    .get(0);
            assertArrayEquals(
                    new long[] {0, 64}, assertInstanceOf(Reply.Ints.class, bits).values());
        } finally {
            client.shutdown();
        }
    }

    /** Redisson reports the error in the array, and drops the elements before it. */
    @Test
    void anAddOfSeveralItemsThatEndsInAnErrorMayHaveBeenApplied() throws Exception {
        try (BloomServer filters = BloomServer.start()) {
            RedissonClient client = Clients.to(filters.uri());
            try {
                RedissonTransport transport = new RedissonTransport(client);
                Command reserve = command(Verb.BF_RESERVE, "full", bytes("0.001"), bytes("2"), bytes("NONSCALING"));
                Clients.await(transport.send(batch(reserve)));

                assertFull(transport.send(batch(insert("a", "b", "c", "d"))), true);
                assertFull(transport.send(batch(insert("e"))), false);
                assertFull(transport.send(batch(insert("f"), insert("a", "b", "g"))), false, true);
            } finally {
                client.shutdown();
            }
        }
    }

    private static Command insert(String... items) {
        List<String> words = new ArrayList<>(List.of("NOCREATE", "ITEMS"));
        words.addAll(List.of(items));
        return command(
                Verb.BF_INSERT,
                "full",
                words.stream().map(RedissonTransportTest::bytes).toArray(byte[][]::new));
    }

    private static void assertFull(CompletionStage<List<Reply>> answer, Boolean... mayHaveBeenApplied)
            throws Exception {
        List<Reply> replies = Clients.await(answer);
        for (Reply reply : replies) {
            assertEquals(
                    "ERR non scaling filter is full",
                    assertInstanceOf(Reply.Failure.class, reply).serverError());
        }
        assertEquals(
                List.of(mayHaveBeenApplied),
                replies.stream().map(Reply::mayHaveBeenApplied).toList());
    }

    @Test
    void filtersOfTheServerAreRefusedInResp3BeforeTheyAreAskedFor() {
        try (ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            RedissonClient client = Clients.speaking(Protocol.RESP3, front.uri());
            try {
                for (FilterSpec spec : List.of(
                        FilterSpec.named("own")
                                .layout(Layouts.SERVER)
                                .capacity(100)
                                .build(),
                        FilterSpec.existing("reserved").layout(Layouts.BF).build())) {
                    UnsupportedFilterException refused = assertThrows(
                            UnsupportedFilterException.class,
                            () -> RedissonBloom.on(client).open(spec, Funnels.stringFunnel(UTF_8)));
                    assertTrue(refused.getMessage().contains("RESP2"), refused.getMessage());
                }
                assertEquals(
                        List.of(),
                        front.requests().stream()
                                .filter(request -> request.name().startsWith("BF."))
                                .toList());
            } finally {
                client.shutdown();
            }
        }
    }

    /** Redisson reads from replicas by default. This one would answer, since it has all the data. */
    @Test
    void readsGoToThePrimary() {
        try (RedisServer replica = RedisServer.start("replicaof " + server.host() + " " + server.port());
                RespClient atPrimary = server.client();
                RespClient atReplica = replica.client()) {
            atReplica.awaitDataOfPrimary();
            RedissonClient client = Clients.to(server, replica);
            try {
                BloomFilter<CharSequence> filter = open(client);
                List<String> elements = elements("e", 200);
                filter.addAll(elements);
                // The replica executes the adds, too; they must have arrived before its commands are counted.
                assertEquals(1, atPrimary.replicasWithAllWrites(1), "replicas with all writes");
                atPrimary.call("CONFIG", "RESETSTAT");
                atReplica.call("CONFIG", "RESETSTAT");

                for (String element : elements) {
                    assertTrue(filter.mightContain(element));
                }
                filter.mightContainAll(elements);
                filter.stats();
                RedissonBloom.on(client).describe(SPEC.name());

                for (String read : List.of("bitfield", "bitfield_ro", "bitcount", "hgetall")) {
                    assertEquals(0, atReplica.executions(read), read);
                }
                assertTrue(atPrimary.executions("bitfield") > 200);
                assertTrue(atPrimary.executions("hgetall") > 0);
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    void oneConnectionIsEnoughForManyOperationsAtATime() throws Exception {
        RedissonClient client = Clients.to(server.uri(), 1);
        try {
            AsyncBloomFilter<CharSequence> filter =
                    Clients.await(RedissonBloom.async(client).<CharSequence>open(SPEC, Funnels.stringFunnel(UTF_8)));
            List<CompletionStage<boolean[]>> bulks = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                bulks.add(filter.addAll(elements("bulk-" + i + "-", 500)));
            }
            for (CompletionStage<boolean[]> bulk : bulks) {
                for (boolean fresh : Clients.await(bulk)) {
                    assertTrue(fresh);
                }
            }
        } finally {
            client.shutdown();
        }
    }

    /**
     * A command that Redisson sends before it has noticed fails only after the client's timeout, so the client has a
     * short one.
     */
    @Test
    void aServerThatIsGoneWasNotReached() throws Exception {
        RedissonClient client = Clients.impatientlyTo(server.uri());
        try {
            BloomFilter<CharSequence> filter = Await.value(
                    "the client opens the filter", Clients.LIMIT, BackendException.class, () -> open(client));
            server.kill();

            Await.until("the client has noticed", Clients.LIMIT, () -> {
                BackendException failure = assertThrows(BackendException.class, () -> filter.add("x"));
                return failure.reason() == Reason.UNREACHABLE && !failure.mayHaveBeenApplied();
            });
            assertFalse(client.isShutdown());
        } finally {
            client.shutdown();
        }
    }

    @Test
    void aLazyClientThatCannotConnectHasSentNothing() throws Exception {
        server.close();
        RedissonClient client = Clients.lazilyTo(server.uri());
        try {
            RedissonTransport transport = new RedissonTransport(client);
            Command write = command(Verb.UNLINK, "key");

            for (Batch batch : List.of(batch(write), batch(write, write))) {
                for (Reply reply : Clients.await(transport.send(batch))) {
                    assertFalse(assertInstanceOf(Reply.Failure.class, reply).mayHaveBeenApplied());
                }
            }
        } finally {
            client.shutdown();
        }
    }

    @Test
    void anAnswerThatIsCutOffIsUnknownAndTheCommandNotRepeated() throws Exception {
        try (TcpProxy proxy = TcpProxy.to(server);
                RespClient eyes = server.client()) {
            RedissonClient client = Clients.impatientlyTo(proxy.uri());
            try {
                BloomFilter<CharSequence> filter = Await.value(
                        "the client opens the filter", Clients.LIMIT, BackendException.class, () -> open(client));
                eyes.call("CONFIG", "RESETSTAT");
                proxy.cutAfter(3);

                BackendException failure = assertThrows(BackendException.class, () -> filter.add("x"));

                assertTrue(failure.mayHaveBeenApplied());
                Await.until("the write has arrived", Clients.LIMIT, () -> eyes.executions("bitfield") > 0);
                assertEquals(1, eyes.executions("bitfield"));
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    void theClientStaysOpenAndAsItWas() {
        RedissonClient client = Clients.to(server.uri());
        try {
            int attempts = client.getConfig().useSingleServer().getRetryAttempts();
            BloomFilter<CharSequence> filter = open(client);
            filter.add("x");
            filter.delete();

            assertEquals(attempts, client.getConfig().useSingleServer().getRetryAttempts());
            assertTrue(attempts > 0);
            client.getBucket("still").set("here");
            assertEquals("here", client.getBucket("still").get());
        } finally {
            client.shutdown();
        }
    }

    @Test
    void refusesAClientThatIsNotRedissons() {
        RedissonClient stranger = (RedissonClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RedissonClient.class}, (proxy, method, arguments) -> null);

        assertThrows(IllegalArgumentException.class, () -> RedissonBloom.on(stranger));
        assertThrows(IllegalArgumentException.class, () -> RedissonBloom.async(Collections.emptyList()));
    }

    private static BloomFilter<CharSequence> open(RedissonClient client) {
        return RedissonBloom.on(client).open(SPEC, Funnels.stringFunnel(UTF_8));
    }

    private static List<String> elements(String prefix, int count) {
        List<String> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(prefix + i);
        }
        return elements;
    }

    private static Batch batch(Command... commands) {
        return new Batch(0, 0, List.of(commands));
    }

    private static Command command(Verb verb, String key, byte[]... arguments) {
        return new Command(verb, bytes(key), arguments);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
