package io.polybloom.internal.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.testing.TestFilters;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The commands that counters send, and their treatment of failures. */
class DistinctCounterTest {

    private final List<Command> sent = new ArrayList<>();
    private final MemoryServer server = new MemoryServer(InstantSource.system());
    private Function<Command, @Nullable Reply> instead = command -> null;

    private DistinctCounter<CharSequence> counter(String name) {
        Transport<InFlight> transport = batch -> {
            List<Reply> replies = new ArrayList<>();
            for (Command command : batch.commands()) {
                sent.add(command);
                Reply other = instead.apply(command);
                replies.add(other == null ? server.execute(command) : other);
            }
            return () -> replies;
        };
        return new BlockingBloomFilters(transport).counter(name, TestFilters.TEXT);
    }

    private List<Verb> verbs() {
        return sent.stream().map(Command::verb).toList();
    }

    /** The proof that a primary answers removes a key of a name that nobody else can have. */
    @Test
    void aCountLeavesTheKeysOfOthersAlone() {
        for (String suffix : List.of(":ack", ":proof", ":proof:")) {
            counter("{c}" + suffix).add("x");
        }
        counter("{c}").count();
        for (String suffix : List.of(":ack", ":proof", ":proof:")) {
            assertEquals(1, counter("{c}" + suffix).count().count(), suffix);
        }
    }

    @Test
    void aCountIsReadOnAPrimary() {
        DistinctCounter<CharSequence> counter = counter("c");
        counter.add("x");
        sent.clear();
        assertEquals(1, counter.count().count());
        assertEquals(List.of(Verb.WAIT, Verb.UNLINK, Verb.PFCOUNT), verbs(), "either proof, until one is known");
        instead = command -> command.verb() == Verb.WAIT
                ? Reply.Failure.ofServer("ERR WAIT cannot be used with replica instances.", null)
                : null;
        assertEquals(
                BackendException.Reason.READ_ONLY,
                assertThrows(BackendException.class, counter::count).reason());
    }

    @Test
    void nothingMoreIsSentAfterAFailure() {
        DistinctCounter<CharSequence> counter = counter("c");
        instead = command -> sent.size() == 2 ? Reply.Failure.noAnswer(new IOException("reset")) : null;
        BackendException thrown = assertThrows(BackendException.class, () -> counter.addAll(TestFilters.words(10_000)));
        assertTrue(thrown.mayHaveBeenApplied());
        assertEquals(2, sent.size());
        sent.clear();
        instead = command -> sent.size() == 2 ? Reply.Failure.ofServer("OOM no", null) : null;
        assertTrue(
                assertThrows(BackendException.class, () -> counter.addAll(TestFilters.words(10_000)))
                        .mayHaveBeenApplied(),
                "the first command was executed");
        sent.clear();
        instead = command -> Reply.Failure.ofServer("OOM no", null);
        assertFalse(assertThrows(BackendException.class, () -> counter.add("x")).mayHaveBeenApplied());
    }

    @Test
    void aMergeWhoseCopyIsEvictedDoesNotLookDone() {
        DistinctCounter<CharSequence> week = counter("week");
        counter("monday").add("x");
        instead = command -> {
            if (command.verb() == Verb.PFMERGE) {
                server.execute(new Command(Verb.UNLINK, command.arguments()[0]));
            }
            return null;
        };
        BackendException thrown = assertThrows(BackendException.class, () -> week.mergeFrom(List.of("monday")));
        assertTrue(thrown.getMessage().contains("was lost before it was used"), thrown.getMessage());
        instead = command -> null;
        week.mergeFrom(List.of("monday"));
        assertEquals(1, week.count().count());
    }

    @Test
    void countersBesideAreMergedByOneCommandAndOthersFromACopy() {
        DistinctCounter<CharSequence> week = counter("{v}week");
        counter("{v}monday").add("x");
        counter("{v}tuesday").add("y");
        counter("sunday").add("z");
        sent.clear();
        week.mergeFrom(List.of("{v}monday", "sunday", "{v}tuesday", "never"));
        assertEquals(
                List.of(
                        Verb.PFMERGE,
                        Verb.WAIT,
                        Verb.UNLINK,
                        Verb.PFCOUNT,
                        Verb.GETRANGE,
                        Verb.SET,
                        Verb.PFMERGE,
                        Verb.UNLINK,
                        Verb.WAIT,
                        Verb.PFCOUNT,
                        Verb.GETRANGE),
                verbs());
        assertEquals(3, week.count().count());
        for (Command command : sent) {
            if (command.verb() == Verb.SET) {
                assertTrue(new String(command.key()).startsWith("{v}week:"), "another slot: " + command);
            }
        }
    }

    @Test
    void aValueOfAnotherTypeGetsNoExpiry() {
        DistinctCounter<CharSequence> counter = counter("c");
        server.execute(new Command(Verb.HSET, "c".getBytes(), "f".getBytes(), "v".getBytes()));
        assertThrows(io.polybloom.ForeignDataException.class, () -> counter.expire(Duration.ofHours(1)));
        assertFalse(verbs().contains(Verb.PEXPIRE));
    }

    @Test
    void elementsOfAnySizeAreCounted() {
        DistinctCounter<CharSequence> counter = counter("c");
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            elements.add("x".repeat(20_000 + i));
        }
        assertTrue(counter.addAll(elements));
        assertEquals(40, counter.count().count());
        assertTrue(sent.size() > 3, "a command of limited size");
    }

    @Test
    void namesAreThoseOfFilters() {
        for (String name : List.of("", "a{b", "{}", "x".repeat(513), "\ud800")) {
            assertThrows(IllegalArgumentException.class, () -> counter(name), name);
        }
        assertEquals("DistinctCounter[name=c]", counter("c").toString());
    }

    @Test
    void anEstimateSaysHowFarItIsOff() {
        DistinctEstimate estimate = new DistinctEstimate(100_000);
        assertEquals(0.008125, estimate.relativeStandardError());
        assertEquals(812.5, estimate.standardError());
        assertEquals("100000 +- 813", estimate.toString());
        assertEquals("2 +- 1", new DistinctEstimate(2).toString());
        assertThrows(IllegalArgumentException.class, () -> new DistinctEstimate(-1));
    }
}
