package io.polybloom.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManyCallersTest {

    private static final int IN_FLIGHT = 3;
    private static final List<String> ELEMENTS =
            IntStream.range(0, 100).mapToObj(Integer::toString).toList();

    private final ExecutorService pool = Executors.newFixedThreadPool(8);
    private final ConcurrentHistogram calls = new ConcurrentHistogram(3);

    @AfterEach
    void endThreads() {
        pool.shutdown();
    }

    @Test
    void threadsAskForEachElementOnce() {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        long yes = ManyCallers.threads(8, pool, ELEMENTS, element -> asked.add(element) && isEven(element), calls);
        assertEquals(50, yes);
        assertEquals(ELEMENTS, asked.stream().sorted(ManyCallersTest::byNumber).toList());
        assertEquals(100, calls.getTotalCount());
    }

    @Test
    void aThreadThatFailsEndsTheRun() {
        assertThrows(
                CompletionException.class,
                () -> ManyCallers.threads(8, pool, ELEMENTS, element -> Integer.parseInt(element + "x") > 0, calls));
    }

    /** The oldest call is answered when the largest number is in flight: one more would wait forever. */
    @Test
    void noMoreCallsAreInFlightThanAllowed() {
        ConcurrentLinkedQueue<CompletableFuture<Boolean>> open = new ConcurrentLinkedQueue<>();
        long yes = ManyCallers.futures(
                IN_FLIGHT,
                ELEMENTS,
                element -> {
                    assertTrue(open.size() < IN_FLIGHT);
                    CompletableFuture<Boolean> answer = new CompletableFuture<>();
                    open.add(answer);
                    if (open.size() == IN_FLIGHT || element.equals("99")) {
                        while (!open.isEmpty()) {
                            open.remove().complete(isEven(element));
                        }
                    }
                    return answer;
                },
                calls);
        assertTrue(yes > 0 && yes < 100, "answers of both kinds: " + yes);
        assertEquals(100, calls.getTotalCount());
    }

    @Test
    void aFutureThatFailsEndsTheRun() {
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> ManyCallers.futures(
                        IN_FLIGHT,
                        ELEMENTS,
                        element -> CompletableFuture.failedFuture(new IllegalArgumentException(element)),
                        calls));
        assertEquals(IllegalArgumentException.class, failure.getCause().getClass());
    }

    private static boolean isEven(String element) {
        return Integer.parseInt(element) % 2 == 0;
    }

    private static int byNumber(String one, String other) {
        return Integer.compare(Integer.parseInt(one), Integer.parseInt(other));
    }
}
