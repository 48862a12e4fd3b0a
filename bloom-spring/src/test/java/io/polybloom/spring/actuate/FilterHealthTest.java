package io.polybloom.spring.actuate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The check of a server that does not answer. */
@Timeout(300)
class FilterHealthTest {

    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void aServerThatDoesNotAnswerIsAskedOnceAndFailsEachCheckUntilItAnswers() {
        BloomFilter<?> silent = silent();
        FilterHealth health = new FilterHealth(silent, Duration.ofMillis(1));
        for (int i = 0; i < 3; i++) {
            BackendException late = assertThrows(BackendException.class, health::check);
            assertEquals(Reason.NO_ANSWER, late.reason());
            assertEquals("no answer within 1 ms", late.getMessage());
        }
        assertEquals(1, asked.get());
        answer.countDown();
        assertEquals(
                "clicks",
                new FilterHealth(silent, Duration.ofSeconds(300)).check().name());
    }

    /** Returns a filter whose measurements wait for the test. */
    private BloomFilter<?> silent() {
        BloomFilter<byte[]> filter = InMemoryBloom.create()
                .open(FilterSpec.named("clicks").capacity(9).build(), Funnels.byteArrayFunnel());
        return (BloomFilter<?>) Proxy.newProxyInstance(
                BloomFilter.class.getClassLoader(), new Class<?>[] {BloomFilter.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("stats")) {
                        asked.incrementAndGet();
                        answer.await();
                    }
                    try {
                        return method.invoke(filter, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
