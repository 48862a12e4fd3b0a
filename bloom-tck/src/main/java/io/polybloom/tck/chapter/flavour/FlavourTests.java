package io.polybloom.tck.chapter.flavour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.NonBlockingFilters.NonBlockingFilter;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.StandaloneServer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** APIs that answer later: their callers continue, and their failures are the same as everywhere. */
@Needs(Capability.NON_BLOCKING)
public abstract class FlavourTests extends KitTests {

    /** Far more than a client has connections, or lets wait for one. */
    private static final int CALLS = 5_000;

    @Test
    @Checks("8.01")
    @Needs(Capability.SERVER)
    void everyOperationReturnsAtOnceWhileTheServerIsPaused() {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec = fresh().capacity(100_000).partitions(3).build();
        NonBlockingFilters filters = connection(server, PATIENT).nonBlocking();
        NonBlockingFilter<CharSequence> filter =
                filters.<CharSequence>open(spec, TEXT).await();
        filter.addAll(words("warm-", 20_000)).await();
        Map<String, CompletableFuture<Boolean>> started = new LinkedHashMap<>();
        server.pause();
        try {
            operations(filters, filter, spec).forEach((name, operation) -> {
                CompletableFuture<Boolean> ended = ended(operation.get());
                assertFalse(ended.isDone(), name + " held its caller until it had failed");
                started.put(name, ended);
            });
            started.forEach(
                    (name, ended) -> assertFalse(ended.isDone(), name + " was answered although the server is paused"));
        } finally {
            server.resume();
        }
        started.forEach((name, ended) -> assertTrue(get(name, ended), name + " was never answered"));
    }

    @Test
    @Checks("8.02")
    @Needs(Capability.SERVER)
    void failuresReachHandlersAsTheyAre() {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec = fresh().capacity(1000).build();
        NonBlockingFilters patient = connection(server, PATIENT).nonBlocking();
        patient.<CharSequence>open(spec, TEXT).await();
        FilterSpec other = FilterSpec.named(spec.name()).capacity(2000).build();
        assertFailure(SpecMismatchException.class, patient.open(other, TEXT));
        assertFailure(FilterGoneException.class, patient.openExisting(spec.name() + "-no", TEXT));
        NonBlockingFilters filters = connection(server, IMPATIENT).nonBlocking();
        NonBlockingFilter<CharSequence> filter =
                answered(() -> filters.<CharSequence>open(spec, TEXT).await());
        server.pause();
        try {
            List<Answer<?>> single = List.of(filter.add("a"), filter.mightContain("a"), filter.stats());
            Answer<boolean[]> bulk = filter.addAll(List.of("a", "b"));
            for (Answer<?> answer : single) {
                BackendException failure = assertFailure(BackendException.class, answer);
                assertNotNull(failure.getCause(), "the exception of the client as the cause");
            }
            PartialBulkException partial = assertFailure(PartialBulkException.class, bulk);
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes());
            assertInstanceOf(BackendException.class, partial.getCause());
        } finally {
            server.resume();
        }
    }

    @Test
    @Checks("8.02")
    void handlersThatAreAttachedLateGetTheSame() {
        FilterSpec spec = fresh().capacity(1000).build();
        NonBlockingFilters filters = connection(standalone(), PATIENT).nonBlocking();
        NonBlockingFilter<CharSequence> filter =
                filters.<CharSequence>open(spec, TEXT).await();
        filter.delete().await();
        Answer<Boolean> gone = filter.add("a");
        Throwable early = assertFailure(FilterGoneException.class, gone);
        Throwable late = assertFailure(FilterGoneException.class, gone);
        assertEquals(early, late);
    }

    @TestFactory
    @Checks("1.09")
    Stream<DynamicTest> anyNumberOfCallsMadeAtOnceEachGetTheirOwnAnswer() {
        return Rounds.of(() -> {
            FilterSpec spec = fresh().capacity(100_000).falsePositiveRate(1e-9).build();
            NonBlockingFilter<CharSequence> filter = connection(standalone(), PATIENT)
                    .nonBlocking()
                    .<CharSequence>open(spec, TEXT)
                    .await();
            for (boolean isNew : List.of(true, false)) {
                List<Answer<Boolean>> answers =
                        words("word-", CALLS).stream().map(filter::add).toList();
                for (int i = 0; i < CALLS; i++) {
                    assertEquals(isNew, answers.get(i).await(), "word-" + i);
                }
            }
        });
    }

    private Backend.Connection connection(StandaloneServer server, Duration timeout) {
        return closing(backend().connect(Target.standalone(server.uri()), timeout));
    }

    private static Map<String, Supplier<Answer<?>>> operations(
            NonBlockingFilters filters, NonBlockingFilter<CharSequence> filter, FilterSpec spec) {
        Map<String, Supplier<Answer<?>>> operations = new LinkedHashMap<>();
        operations.put("add", () -> filter.add("a"));
        operations.put("addAll", () -> filter.addAll(words("w", 20_000)));
        operations.put("mightContain", () -> filter.mightContain("a"));
        operations.put("mightContainAll", () -> filter.mightContainAll(words("w", 20_000)));
        operations.put("load", () -> filter.load(words("w", 20_000), taken -> {}));
        operations.put("claims.add", () -> filter.claims("orders-0").add(1, "a"));
        operations.put("claims.addAll", () -> filter.claims("orders-0").addAll(2, words("w", 20_000)));
        operations.put("claims.settle", () -> filter.claims("orders-0").settle(1));
        operations.put("claims.unsettled", () -> filter.claims("orders-0").unsettled());
        operations.put("stats", filter::stats);
        operations.put("expire", () -> filter.expire(Duration.ofHours(1)));
        operations.put("expireAt", () -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))));
        operations.put("persist", filter::persist);
        operations.put("clear", filter::clear);
        operations.put("describe", () -> filters.run(FilterTask.describing(spec.name())));
        operations.put("open", () -> filters.open(spec, TEXT));
        operations.put("openExisting", () -> filters.openExisting(spec.name(), TEXT));
        operations.put("delete", filter::delete);
        return operations;
    }

    private static <E extends Throwable> E assertFailure(Class<E> type, Answer<?> answer) {
        CompletableFuture<@Nullable Throwable> failure = new CompletableFuture<>();
        answer.whenComplete((value, thrown) -> failure.complete(thrown));
        Throwable thrown = get(type.getSimpleName(), failure);
        assertNotNull(thrown, "succeeded instead of failing with " + type.getSimpleName());
        assertEquals(type, thrown.getClass(), thrown.toString());
        return type.cast(thrown);
    }

    /** Completed when the operation has ended, with a value or with a failure. */
    private static CompletableFuture<Boolean> ended(Answer<?> answer) {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        answer.whenComplete((value, thrown) -> ended.complete(true));
        return ended;
    }

    private static <R> R get(String what, CompletableFuture<R> future) {
        try {
            return future.get(PATIENT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException late) {
            throw new AssertionError("no handler was called: " + what, late);
        }
    }
}
