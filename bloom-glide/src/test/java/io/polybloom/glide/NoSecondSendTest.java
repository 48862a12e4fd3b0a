package io.polybloom.glide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * GLIDE reconnects by itself, and its client of a cluster retries. What the kit does not do to a connection is done
 * here: it is reset, or the server is silent for longer than the client waits.
 */
@Timeout(300)
class NoSecondSendTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration PATIENT = Duration.ofSeconds(120);

    /** An add that fails, through a front that notes what arrives. */
    private interface Accident {
        void happen(ScriptedServer front, Runnable add);
    }

    @TestFactory
    Stream<DynamicTest> aWriteIsSentOnce() {
        return Stream.of(Target.Kind.STANDALONE, Target.Kind.CLUSTER)
                .flatMap(kind -> Stream.of(
                        test(kind, "reset after the command", (front, add) -> {
                            front.resetAfter(Writes::isWrite);
                            add.run();
                        }),
                        test(kind, "end of stream within the reply", (front, add) -> {
                            front.cutReply(Writes::isWrite, 1);
                            add.run();
                        }),
                        test(kind, "a reply that is none of the protocol", (front, add) -> {
                            front.answer(request -> Writes.isWrite(request) ? ":1x" : null);
                            add.run();
                            front.answer(request -> null);
                        })));
    }

    private static DynamicTest test(Target.Kind kind, String name, Accident accident) {
        return DynamicTest.dynamicTest(kind + ": " + name, () -> {
            try (RedisServer server = RedisServer.start();
                    ScriptedServer front = ScriptedServer.inFrontOf(server)) {
                onFilter(kind, front.uri(), filter -> {
                    front.forgetRequests();
                    accident.happen(front, () -> assertUnanswered(filter));
                    assertFalse(answers(filter, "never added"));
                    Writes.assertSentOnce(name, front);
                });
            }
        });
    }

    /** A reply comes when nobody waits for it any more; the next command on the connection gets its own. */
    @Test
    void aLateReplyIsNoAnswerToTheNextCommand() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            onFilter(Target.Kind.STANDALONE, proxy.uri(), filter -> {
                proxy.holdRepliesTo("BITFIELD");
                assertUnanswered(filter);
                proxy.pass();
                assertTrue(answers(filter, "event"));
                assertFalse(answers(filter, "never added"));
            });
        }
    }

    /** Commands that were given to GLIDE while nothing could be sent arrive late, but once. */
    @Test
    void whatWaitsForAnUnreachableServerArrivesOnce() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                TcpProxy proxy = TcpProxy.to(front.host(), front.port())) {
            onFilter(Target.Kind.STANDALONE, proxy.uri(), filter -> {
                front.forgetRequests();
                proxy.blackHole();
                assertUnanswered(filter);
                proxy.pass();
                assertFalse(answers(filter, "never added"));
                Writes.assertSentOnce("black hole", front);
            });
        }
    }

    private static void onFilter(Target.Kind kind, String uri, Consumer<BloomFilter<CharSequence>> use) {
        Target target = new Target(kind, List.of(uri));
        try (Backend.Connection connection = new GlideBackend(GlideBackend.Flavour.BLOCKING).connect(target, TIMEOUT)) {
            FilterSpec spec = FilterSpec.named("once")
                    .capacity(10_000)
                    .falsePositiveRate(1e-9)
                    .build();
            use.accept(connection.filters().open(spec, Elements.strings()));
        }
    }

    private static void assertUnanswered(BloomFilter<CharSequence> filter) {
        BackendException thrown = assertThrows(BackendException.class, () -> filter.add("event"));
        assertEquals(Reason.NO_ANSWER, thrown.reason(), thrown.getMessage());
        assertTrue(thrown.mayHaveBeenApplied(), thrown.getMessage());
    }

    private static boolean answers(BloomFilter<CharSequence> filter, String element) {
        return Await.value(
                "the client answers", PATIENT, BloomFilterException.class, () -> filter.mightContain(element));
    }
}
