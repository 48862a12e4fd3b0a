package io.polybloom.tck.chapter.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilters;
import io.polybloom.ForeignDataException;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The estimates of counters of distinct elements, and their keys. */
public abstract class CounterTests extends KitTests {

    private static final int SETS = 100;
    private static final int ELEMENTS = 2_000;

    /** Of 100 sets, 68 are expected within one standard error; fewer than 42 are with a chance below 1e-7. */
    private static final int LEAST_WITHIN_ONE = 42;

    /** Any of 100 sets lies beyond six standard errors with a chance below 1e-6. */
    private static final int MOST_ERRORS = 6;

    private static final Duration HOUR = Duration.ofHours(1);

    /** Some clients notice the end of a connection only after waiting this long for the answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static DistinctCounter<CharSequence> counter(BloomFilters filters, String name) {
        return filters.counter(name, TEXT);
    }

    /** The elements are always the same, so a backend that has passed once passes again on the same server. */
    @Test
    @Checks("17.01")
    void setsAreCountedWithinTheStandardError() {
        BloomFilters filters = filters();
        String prefix = freshName();
        int withinOne = 0;
        for (int set = 0; set < SETS; set++) {
            DistinctCounter<CharSequence> counter = counter(filters, prefix + set);
            assertTrue(counter.addAll(words("set-" + set + "-", ELEMENTS)));
            double error = Math.abs(counter.count().count() - ELEMENTS) / (double) ELEMENTS;
            assertTrue(error <= MOST_ERRORS * DistinctEstimate.STANDARD_ERROR, "set " + set + ": " + error);
            withinOne += error <= DistinctEstimate.STANDARD_ERROR ? 1 : 0;
            counter.delete();
        }
        assertTrue(withinOne >= LEAST_WITHIN_ONE, withinOne + " of " + SETS + " within one standard error");
    }

    @Test
    @Checks("17.01")
    void anElementCountsOnce() {
        DistinctCounter<CharSequence> counter = counter(filters(), freshName());
        assertEquals(0, counter.count().count());
        assertTrue(counter.add("x"));
        assertFalse(counter.add("x"));
        assertFalse(counter.addAll(List.of()));
        assertTrue(counter.addAll(List.of("x", "y", "y", "")));
        assertFalse(counter.addAll(List.of("y", "x", "")));
        assertEquals(3, counter.count().count());
        List<CharSequence> nothing = Collections.singletonList(null);
        assertThrows(NullPointerException.class, () -> counter.add(nothing.get(0)));
    }

    @Test
    @Checks("17.02")
    void otherProgramsShareACounter() {
        String name = freshName() + ":\u00e9{tag}";
        DistinctCounter<CharSequence> counter = counter(filters(), name);
        assertEquals(name, counter.name());
        counter.addAll(List.of("\u00e4", "b"));
        try (RespClient redis = standalone().client()) {
            assertEquals(2, redis.integer("PFCOUNT", name));
            assertEquals(0, redis.integer("PFADD", name, "\u00e4".getBytes(StandardCharsets.UTF_8)));
            assertEquals(1, redis.integer("PFADD", name, "c"));
        }
        assertFalse(counter.add("c"));
        assertEquals(3, counter.count().count());
    }

    @Test
    @Checks("17.02")
    void everyNameCountsForItself() {
        String name = freshName();
        BloomFilters filters = filters();
        List<String> names = List.of(name + "-n", name + "-N", name + "-\u00e4", name + "-\u00e9", name + "-?");
        for (int i = 0; i < names.size(); i++) {
            assertTrue(counter(filters, names.get(i)).addAll(words("element ", i + 1)), names.get(i));
        }
        try (RespClient redis = standalone().client()) {
            for (int i = 0; i < names.size(); i++) {
                assertEquals(i + 1, redis.integer("PFCOUNT", names.get(i)), names.get(i));
            }
        }
    }

    @Test
    @Checks("17.03")
    void mergedCountersCountEachElementOnce() {
        mergeOn(Target.standalone(standalone().uri()));
        try (RespClient redis = standalone().client()) {
            assertEquals(List.of(), temporaryKeys(redis));
        }
    }

    @Test
    @Checks("17.03")
    @Needs(Capability.CLUSTER)
    void countersOfOtherSlotsAreMerged() {
        mergeOn(Target.cluster(SharedServers.cluster()));
        for (RedisServer node : SharedServers.cluster().nodes()) {
            try (RespClient redis = node.client()) {
                assertEquals(List.of(), temporaryKeys(redis));
            }
        }
    }

    @Test
    @Checks("17.03")
    @Needs(Capability.INDEPENDENT_SERVERS)
    void countersOfOtherServersAreMerged() {
        mergeOn(Target.independent(SharedServers.independent()));
        for (RedisServer server : SharedServers.independent()) {
            try (RespClient redis = server.client()) {
                assertEquals(List.of(), temporaryKeys(redis));
            }
        }
    }

    /** Three in the slot of the target, by their hash tag, and enough others that some are elsewhere. */
    private void mergeOn(Target target) {
        BloomFilters filters = connect(target);
        String name = freshName();
        DistinctCounter<CharSequence> week = counter(filters, "week-{" + name + "}");
        week.add("week");
        List<String> days = new ArrayList<>();
        for (int day = 0; day < 6; day++) {
            days.add("day-" + day + (day < 3 ? "-{" + name + "}" : "-" + name));
            counter(filters, days.get(day)).addAll(List.of("each", "day-" + day));
        }
        days.add("none-" + name);
        week.mergeFrom(List.of());
        assertEquals(1, week.count().count());
        week.mergeFrom(days);
        assertEquals(8, week.count().count());
        for (String day : days.subList(0, 6)) {
            assertEquals(2, counter(filters, day).count().count(), day);
            counter(filters, day).delete();
        }
        assertFalse(week.add("each"));
        week.delete();
    }

    private static List<String> temporaryKeys(RespClient redis) {
        return redis.keys("week-*");
    }

    @Test
    @Checks("17.04")
    void aValueOfAnotherTypeIsAnErrorAndStays() {
        BloomFilters filters = filters();
        String name = freshName();
        DistinctCounter<CharSequence> counter = counter(filters, name);
        DistinctCounter<CharSequence> other = counter(filters, freshName());
        try (RespClient redis = standalone().client()) {
            for (List<String> make : List.of(List.of("SET", name, "text"), List.of("HSET", name, "f", "v"))) {
                redis.call("DEL", name);
                redis.call(make.toArray());
                for (Executable operation : List.<Executable>of(
                        () -> counter.add("x"),
                        () -> counter.addAll(List.of("x", "y")),
                        counter::count,
                        () -> counter.mergeFrom(List.of(other.name())),
                        () -> other.mergeFrom(List.of(name)),
                        () -> counter.expire(HOUR),
                        counter::clear,
                        counter::delete)) {
                    other.add("x");
                    assertThrows(ForeignDataException.class, operation, make.toString());
                }
                assertEquals(-1, redis.integer("PTTL", name), "the expiry of a key with another value");
                assertEquals("text", make.contains("SET") ? redis.text("GET", name) : "text");
                assertEquals("v", make.contains("HSET") ? redis.text("HGET", name, "f") : "v");
            }
        }
    }

    @Test
    @Checks("17.05")
    void aCounterExpiresIsEmptiedAndDeleted() {
        DistinctCounter<CharSequence> counter = counter(filters(), freshName());
        counter.clear();
        counter.delete();
        assertEquals(0, counter.count().count());
        try (RespClient redis = standalone().client()) {
            assertEquals(0, redis.integer("EXISTS", counter.name()), "a counter without elements has a key");
            counter.addAll(words("word-", 500));
            long since = clock(redis);
            counter.expire(HOUR);
            assertExpires(redis, counter.name(), HOUR, since);
            counter.clear();
            assertEquals(0, counter.count().count());
            assertExpires(redis, counter.name(), HOUR, since);
            assertTrue(counter.add("word-1"), "an element that is added again after a clear");
            assertEquals(1, counter.count().count());
            counter.delete();
            assertEquals(0, redis.integer("EXISTS", counter.name()));
            counter.expire(HOUR);
            assertExpires(redis, counter.name(), HOUR, since);
            assertEquals(0, counter.count().count());
        }
        assertThrows(IllegalArgumentException.class, () -> counter.expire(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> counter(filters(), ""));
    }

    @Test
    @Checks("17.06")
    @Needs(Capability.SERVER)
    void anOperationWithoutAnswerIsAnError() {
        try (RedisServer server = RedisServer.start()) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (Consumer<DistinctCounter<CharSequence>> operation : List.<Consumer<DistinctCounter<CharSequence>>>of(
                    counter -> counter.add("x"),
                    counter -> counter.addAll(words("word-", 5_000)),
                    counter -> counter.mergeFrom(List.of(counter.name() + "-other")),
                    counter -> counter.expire(HOUR),
                    DistinctCounter::clear,
                    DistinctCounter::delete)) {
                ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
                BloomFilters filters = connect(Target.standalone(front.uri()), TIMEOUT);
                DistinctCounter<CharSequence> counter = counter(filters, freshName());
                DistinctCounter<CharSequence> other = counter(filters, counter.name() + "-other");
                answered(() -> other.add("y"));
                front.forgetRequests();
                tasks.add(() -> {
                    front.cutReply(Writes::isWrite, 0);
                    BackendException thrown = assertThrows(BackendException.class, () -> operation.accept(counter));
                    assertEquals(Reason.NO_ANSWER, thrown.reason(), thrown.getMessage());
                    assertTrue(thrown.mayHaveBeenApplied(), thrown.getMessage());
                    Writes.assertSentOnce("cut", front);
                    answered(() -> other.add("y"));
                    front.cutReply(request -> request.name().equals("PFCOUNT"), 0);
                    assertCountsOneOrFails(other);
                    return true;
                });
            }
            Together.call(tasks);
        }
    }

    /** A count changes nothing, so a client may ask again. */
    private static void assertCountsOneOrFails(DistinctCounter<CharSequence> counter) {
        try {
            assertEquals(1, counter.count().count());
        } catch (BackendException noAnswer) {
            assertTrue(Set.of(Reason.NO_ANSWER, Reason.UNREACHABLE).contains(noAnswer.reason()), noAnswer.getMessage());
        }
    }

    @Test
    @Checks("17.07")
    @Needs(Capability.SERVER)
    void aCountBeyond32BitsArrivesAsItIs() {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            DistinctCounter<CharSequence> counter = counter(connect(Target.standalone(front.uri())), freshName());
            front.answer(request -> request.name().equals("PFCOUNT") ? ":5000000007" : null);
            assertEquals(5_000_000_007L, counter.count().count());
        }
    }
}
