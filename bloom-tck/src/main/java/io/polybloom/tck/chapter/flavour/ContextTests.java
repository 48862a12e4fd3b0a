package io.polybloom.tck.chapter.flavour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.CallerContext;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.NonBlockingFilters.NonBlockingFilter;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** APIs that are bound to the context of their caller, such as an event loop's. */
@Needs({Capability.NON_BLOCKING, Capability.CALLER_CONTEXT})
public abstract class ContextTests extends KitTests {

    /**
     * A bulk operation of this number of elements has about 100 chunks; an event loop must get its turn between them.
     */
    private static final int ELEMENTS = 50_000;

    /** A load of this number of elements has about 100 slices. */
    private static final int LOADED = 400_000;

    /** Many times the number of calls that go alone. */
    private static final int CALLS = 256;

    /** So few that no pause of the machine decides the outcome; a blocked event loop has no turn. */
    private static final int LEAST_TURNS = 5;

    @Test
    @Checks("8.03")
    void handlersRunOnTheContextOfTheCaller() {
        Backend.Connection connection = connection(standalone().uri());
        List<CallerContext> contexts = connection.contexts();
        assertFalse(contexts.isEmpty());
        for (CallerContext context : contexts) {
            operations(connection.nonBlocking()).forEach((name, operation) -> {
                CompletableFuture<Answer<?>> called = new CompletableFuture<>();
                CompletableFuture<Boolean> early = new CompletableFuture<>();
                context.run(() -> {
                    Answer<?> answer = operation.get();
                    answer.whenComplete((value, failure) -> early.complete(context.isCurrent()));
                    called.complete(answer);
                });
                assertTrue(get(name, early), name + ": its handler ran elsewhere");
                CompletableFuture<Boolean> late = new CompletableFuture<>();
                get(name, called).whenComplete((value, failure) -> late.complete(context.isCurrent()));
                assertTrue(get(name, late), name + ": a handler attached late by another thread ran elsewhere");
            });
        }
    }

    /** Most of them go together with calls of other callers. */
    @Test
    @Checks("8.03")
    void callsThatAreMadeAtOnceAreAnsweredOnTheContextsOfTheirCallers() {
        Backend.Connection connection = connection(standalone().uri());
        NonBlockingFilter<CharSequence> filter = open(connection);
        List<CallerContext> contexts = new ArrayList<>(connection.contexts());
        contexts.addAll(connection.contexts());
        AtomicInteger news = new AtomicInteger();
        List<CompletableFuture<Boolean>> ended = new ArrayList<>();
        for (CallerContext context : contexts) {
            List<CompletableFuture<Boolean>> ends = Stream.generate(() -> new CompletableFuture<Boolean>())
                    .limit(CALLS)
                    .toList();
            context.run(() -> {
                for (int i = 0; i < CALLS; i++) {
                    CompletableFuture<Boolean> end = ends.get(i);
                    filter.add("word-" + i).whenComplete((isNew, failure) -> {
                        news.addAndGet(failure == null && isNew ? 1 : 0);
                        end.complete(context.isCurrent());
                    });
                }
            });
            ended.addAll(ends);
        }
        ended.forEach(end -> assertTrue(get("add", end), "the handler of an add ran elsewhere"));
        assertEquals(CALLS, news.get(), "each element is new to one of " + contexts.size() + " callers");
    }

    /** With and without a round trip, with a value and with a failure. */
    private Map<String, Supplier<Answer<?>>> operations(NonBlockingFilters filters) {
        FilterSpec spec = fresh().capacity(10_000).partitions(3).build();
        NonBlockingFilter<CharSequence> filter =
                filters.<CharSequence>open(spec, TEXT).await();
        Map<String, Supplier<Answer<?>>> operations = new LinkedHashMap<>();
        operations.put("open", () -> filters.open(spec, TEXT));
        operations.put("openExisting", () -> filters.openExisting(spec.name(), TEXT));
        operations.put("openExisting of nothing", () -> filters.openExisting(spec.name() + "-no", TEXT));
        operations.put("describe", () -> filters.run(FilterTask.describing(spec.name())));
        operations.put("add", () -> filter.add("a"));
        operations.put("addAll", () -> filter.addAll(words("w", 3000)));
        operations.put("addAll of nothing", () -> filter.addAll(List.of()));
        operations.put("mightContain", () -> filter.mightContain("a"));
        operations.put("mightContainAll", () -> filter.mightContainAll(words("w", 3000)));
        operations.put("load", () -> filter.load(words("w", 20_000), taken -> {}));
        operations.put("load of nothing", () -> filter.load(List.of(), taken -> {}));
        operations.put("claims.add", () -> filter.claims("orders-0").add(1, "a"));
        operations.put("claims.addAll", () -> filter.claims("orders-0").addAll(2, words("w", 3000)));
        operations.put("claims.settle", () -> filter.claims("orders-0").settle(1));
        operations.put("claims.unsettled", () -> filter.claims("orders-0").unsettled());
        operations.put("stats", filter::stats);
        operations.put("clear", filter::clear);
        operations.put("expire", () -> filter.expire(Duration.ofHours(1)));
        operations.put("expireAt", () -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))));
        operations.put("persist", filter::persist);
        operations.put("delete", filter::delete);
        operations.put("add to a deleted filter", () -> filter.add("a"));
        return operations;
    }

    @Test
    @Checks("8.04")
    void anEventLoopDoesOtherWorkWhileTheServerIsPaused() {
        RedisServer server = closing(RedisServer.start());
        Backend.Connection connection = connection(server.uri());
        NonBlockingFilter<CharSequence> filter = open(connection);
        CallerContext eventLoop = eventLoop(connection);
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        CompletableFuture<Boolean> wentOn = new CompletableFuture<>();
        server.pause();
        try {
            eventLoop.run(() -> filter.add("a").whenComplete((value, failure) -> answered.complete(failure == null)));
            eventLoop.run(() -> wentOn.complete(!answered.isDone()));
            assertTrue(get("other work", wentOn), "other work had to wait until the add had failed");
            assertFalse(answered.isDone(), "the add was answered although the server is paused");
        } finally {
            server.resume();
        }
        assertTrue(get("add", answered), "the add failed when the server went on");
    }

    /**
     * The other work asks the server, too, again and again. The operation waits for some 50 replies one after the
     * other.
     */
    @Test
    @Checks("8.04")
    void anEventLoopDoesOtherWorkBetweenTheChunksOfABulkOperation() {
        Backend.Connection connection = connection(standalone().uri());
        NonBlockingFilter<CharSequence> filter = open(connection);
        NonBlockingFilter<CharSequence> other = open(connection);
        CallerContext eventLoop = eventLoop(connection);
        List<String> elements = words("word-", ELEMENTS);
        AtomicInteger turns = new AtomicInteger();
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        eventLoop.run(() -> {
            filter.addAll(elements).whenComplete((value, failure) -> answered.complete(failure == null));
            takeTurns(other, turns, answered);
        });
        assertTrue(get("the operation", answered), "the operation failed");
        assertTrue(turns.get() >= LEAST_TURNS, "other work had " + turns.get() + " turns, fewer than " + LEAST_TURNS);
    }

    private static void takeTurns(
            NonBlockingFilter<CharSequence> other, AtomicInteger turns, CompletableFuture<Boolean> end) {
        if (!end.isDone()) {
            other.mightContain("absent").whenComplete((value, failure) -> {
                turns.incrementAndGet();
                takeTurns(other, turns, end);
            });
        }
    }

    /**
     * The funnel counts the elements that are encoded on the event loop before other work has its turn. That work
     * queues when the first of them is encoded, so it comes after everything that the event loop does at a time,
     * however fast the machine is.
     */
    @Test
    @Checks("8.04")
    void anEventLoopDoesOtherWorkBetweenTheSlicesOfALoad() {
        AtomicInteger sinceTurn = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Backend.Connection connection = connection(standalone().uri());
        CallerContext eventLoop = eventLoop(connection);
        FilterSpec spec = fresh().capacity(LOADED).partitions(3).build();
        NonBlockingFilter<CharSequence> filter = connection
                .nonBlocking()
                .<CharSequence>open(spec, (element, sink) -> {
                    if (eventLoop.isCurrent()) {
                        most.accumulateAndGet(sinceTurn.incrementAndGet(), Math::max);
                        if (sinceTurn.get() == 1) {
                            eventLoop.run(() -> sinceTurn.set(0));
                        }
                    }
                    TEXT.funnel(element, sink);
                })
                .await();
        List<String> elements = words("word-", LOADED);
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        eventLoop.run(() -> filter.load(elements, taken -> {})
                .whenComplete((value, failure) -> answered.complete(failure == null)));
        assertTrue(get("the operation", answered), "the operation failed");
        assertTrue(most.get() < LOADED / 4, "too many elements were collected in one turn: " + most);
    }

    private Backend.Connection connection(String uri) {
        return closing(backend().connect(Target.standalone(uri), PATIENT));
    }

    private NonBlockingFilter<CharSequence> open(Backend.Connection connection) {
        // Too large to be taken as a whole, which would be one chunk.
        FilterSpec spec = fresh().capacity(1_200_000).partitions(1).build();
        return connection.nonBlocking().<CharSequence>open(spec, TEXT).await();
    }

    private static CallerContext eventLoop(Backend.Connection connection) {
        return connection.contexts().stream()
                .filter(CallerContext::isEventLoop)
                .findFirst()
                .orElseThrow(() -> new AssertionError("the connection shows no context of an event loop"));
    }

    private static <R> R get(String what, CompletableFuture<R> future) {
        try {
            return future.get(PATIENT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException late) {
            throw new AssertionError("not called on its context: " + what, late);
        }
    }
}
