package io.polybloom.spring.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Funnels;
import com.google.common.util.concurrent.Uninterruptibles;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.micrometer.BloomMetrics;
import io.polybloom.spring.filter.LazyBloomFilter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;

class FilterSamplingTest {

    private final LazyBloomFilter<CharSequence> filter = new LazyBloomFilter<>(
            FilterSpec.named("clicks").capacity(1000).build(),
            Funnels.unencodedCharsFunnel(),
            FilterOptions.defaults(),
            InMemoryBloom.create(),
            Optional.empty(),
            opened -> {});

    /** Returns the number of samplings that wait for the one thread, which is busy. */
    private int samplingsAfterTwoOpenings(Duration period) {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (BloomMetrics metrics = new BloomMetrics(scheduler)) {
            scheduler.execute(() -> {
                busy.countDown();
                Uninterruptibles.awaitUninterruptibly(end);
            });
            Uninterruptibles.awaitUninterruptibly(busy);
            FilterSampling sampling = new FilterSampling(metrics, period);
            sampling.opened(filter);
            sampling.opened(filter);
            return scheduler.getQueue().size();
        } finally {
            end.countDown();
            scheduler.shutdownNow();
        }
    }

    @Test
    void aFilterThatIsOpenedAgainIsSampledOnce() {
        assertEquals(1, samplingsAfterTwoOpenings(Duration.ofDays(1)));
    }

    @Test
    void aPeriodThatIsNotPositiveMeansNoSamples() {
        assertEquals(0, samplingsAfterTwoOpenings(Duration.ZERO));
        assertEquals(0, samplingsAfterTwoOpenings(Duration.ofMillis(-1)));
    }
}
