package io.polybloom.tck.chapter.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Verb;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Hosts that refuse a command that others execute, each in words of its own. */
@Needs(Capability.SERVER)
public abstract class HostTests extends KitTests {

    private static final String REPLICA = "-READONLY You can't write against a read only replica.";

    /** The hosts differ in what stands in front of them, so one server serves all tests. */
    private static final class Behind {
        static final RedisServer SERVER = RedisServer.start();
    }

    /** The words of a refusal, with the name of the command. */
    private enum Refusal {
        UNKNOWN("ERR unknown command '%s'"),
        FORBIDDEN("NOPERM this user has no permissions to run the '%s' command"),
        OF_A_PROXY("ERR command '%s' not support for your account"),
        WITH_A_CODE_OF_ITS_OWN("FORBIDDEN %s is not part of this plan"),
        WITHOUT_A_CODE("Unsupported command: %s");

        private final String words;

        Refusal(String words) {
            this.words = words;
        }

        ScriptedServer.Script of(Set<Verb> refused) {
            String rest = this == UNKNOWN ? ", with args beginning with: 'a' 'b' " : "";
            return request -> names(refused, request) ? "-" + words(request.name()) + rest : null;
        }

        private String words(String command) {
            return String.format(words, command.toLowerCase(Locale.ROOT));
        }

        void assertToldBy(BloomFilterException thrown, Verb verb) {
            String message = thrown.getMessage();
            assertTrue(message.contains(words(verb.wireName())), message);
            assertTrue(message.contains("allow ") || message.contains("check the user's permissions"), message);
        }

        private static boolean names(Set<Verb> verbs, Request request) {
            return verbs.stream()
                    .anyMatch(verb -> verb.wireName().equals(request.name())
                            && verb.operation()
                                    .map(request.text(1)::equalsIgnoreCase)
                                    .orElse(true));
        }
    }

    /** Everything else is refused at once, then each command that is needed, and in the end none. */
    @TestFactory
    @Checks("21.01")
    List<DynamicTest> onlyWhatNeedsACommandFailsWithoutIt() {
        List<DynamicTest> rows = new ArrayList<>();
        for (HostUse use : HostUse.values()) {
            for (Refusal refusal : Refusal.values()) {
                rows.add(row(use + ", " + refusal, () -> {
                    try (ScriptedServer front = ScriptedServer.inFrontOf(Behind.SERVER)) {
                        BloomFilters filters = connect(Target.standalone(front.uri()));
                        front.answer(refusal.of(withoutWait(use.needs())));
                        use.by(filters, freshName());
                        for (Verb verb : use.needs()) {
                            front.answer(refusal.of(EnumSet.of(verb)));
                            refusal.assertToldBy(
                                    assertFails(() -> use.by(filters, freshName()), verb.wireName()), verb);
                        }
                        front.answer(request -> null);
                        use.by(filters, freshName());
                    }
                }));
            }
        }
        return rows;
    }

    /** Returns all commands but those that a use needs, and the one that takes the place of WAIT. */
    private static Set<Verb> withoutWait(Set<Verb> needed) {
        Set<Verb> others = EnumSet.complementOf(EnumSet.copyOf(needed));
        others.remove(Verb.UNLINK);
        return others;
    }

    private static BloomFilterException assertFails(Runnable call, String what) {
        BloomFilterException thrown = assertThrows(BloomFilterException.class, call::run, what);
        return thrown instanceof PartialBulkException partial ? (BloomFilterException) partial.getCause() : thrown;
    }

    /** A server without WAIT is asked for the other proof only, once that is known. */
    @Test
    @Checks("21.02")
    void theProofThatAServerExecutesIsRemembered() {
        try (ScriptedServer front = ScriptedServer.inFrontOf(Behind.SERVER)) {
            front.answer(Refusal.UNKNOWN.of(EnumSet.of(Verb.WAIT)));
            BloomFilter<CharSequence> filter = open(
                    connect(Target.standalone(front.uri())),
                    fresh().capacity(1000).build());
            front.forgetRequests();
            filter.stats();
            filter.stats();
            assertEquals(0, count(front, Verb.WAIT));
            assertTrue(count(front, Verb.UNLINK) > 0, "no proof was asked for");
        }
    }

    private static long count(ScriptedServer front, Verb verb) {
        return front.requests().stream()
                .filter(request -> request.name().equals(verb.wireName()))
                .count();
    }

    @TestFactory
    @Checks("21.02")
    List<DynamicTest> aReplicaAnswersNothing() {
        List<DynamicTest> rows = new ArrayList<>();
        FailureTests.QUESTIONS.forEach((name, question) -> rows.add(row(name, () -> {
            try (ScriptedServer front = ScriptedServer.inFrontOf(Behind.SERVER)) {
                front.answer(Refusal.UNKNOWN.of(EnumSet.of(Verb.WAIT)));
                BloomFilter<CharSequence> filter = open(
                        connect(Target.standalone(front.uri())),
                        fresh().capacity(1000).build());
                front.answer(request -> {
                    String refused = Refusal.UNKNOWN.of(EnumSet.of(Verb.WAIT)).answer(request);
                    return refused == null && Verb.valueOf(request.name()).isWrite() ? REPLICA : refused;
                });
                assertFails(() -> question.accept(filter), name);
            }
        })));
        return rows;
    }

    @TestFactory
    @Needs(Capability.ACKNOWLEDGEMENT)
    @Checks("21.02")
    Stream<DynamicTest> acknowledgedWritesAreRefusedBeforeAnythingIsWritten() {
        return Stream.of(Refusal.values())
                .map(refusal -> row(refusal.toString(), () -> {
                    try (ScriptedServer front = ScriptedServer.inFrontOf(Behind.SERVER);
                            RespClient redis = Behind.SERVER.client()) {
                        front.answer(refusal.of(EnumSet.of(Verb.WAIT)));
                        BloomFilters filters = connect(Target.standalone(front.uri()));
                        FilterSpec spec = fresh().capacity(1000).build();
                        FilterOptions options = OPTIONS.acknowledgedBy(1, Duration.ofSeconds(1));
                        UnsupportedFilterException refused =
                                assertThrows(UnsupportedFilterException.class, () -> open(filters, spec, options));
                        assertTrue(refused.getMessage().contains("acknowledgedBy needs WAIT"), refused::getMessage);
                        assertEquals(List.of(), redis.keys("*" + spec.name() + "*"));
                    }
                }));
    }

    @Test
    @Checks("21.02")
    void whereNeitherProofIsExecutedTheMessageNamesBoth() {
        try (ScriptedServer front = ScriptedServer.inFrontOf(Behind.SERVER)) {
            BloomFilter<CharSequence> filter = open(
                    connect(Target.standalone(front.uri())),
                    fresh().capacity(1000).build());
            for (Refusal refusal : Refusal.values()) {
                front.answer(refusal.of(EnumSet.of(Verb.WAIT, Verb.UNLINK)));
                assertThrows(BloomFilterException.class, filter::stats, "what was known");
                BloomFilterException thrown = assertThrows(BloomFilterException.class, filter::stats);
                refusal.assertToldBy(thrown, Verb.WAIT);
                refusal.assertToldBy(thrown, Verb.UNLINK);
                front.answer(request -> null);
                assertFalse(filter.mightContain("absent"));
                filter.stats();
            }
        }
    }
}
