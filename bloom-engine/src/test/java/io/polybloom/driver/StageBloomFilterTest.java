package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StageBloomFilterTest {

    /** The number of calls that go alone before others wait. */
    private static final int ALONE = 4;

    private final MemoryRedis redis = new MemoryRedis();
    private volatile CompletableFuture<Boolean> gate = CompletableFuture.completedFuture(true);

    private final Transport<CompletionStage<List<Reply>>> transport = batch -> {
        List<Reply> replies = redis.send(batch).await();
        return gate.thenApply(open -> replies);
    };

    @Test
    void aCancelledCallThatWaitsIsNotSent() throws Exception {
        AsyncBloomFilter<CharSequence> filter = Stages.await(
                new StageBloomFilters(transport).<CharSequence>open(TestFilters.clicks(1), TestFilters.TEXT));
        gate = new CompletableFuture<>();
        List<String> words = TestFilters.words(4 * ALONE);
        List<CompletionStage<Boolean>> adds = words.stream().map(filter::add).toList();
        for (int i = ALONE; i < words.size(); i += 2) {
            assertTrue(adds.get(i).toCompletableFuture().cancel(false));
        }
        gate.complete(true);
        for (int i = 0; i < words.size(); i++) {
            boolean isCancelled = i >= ALONE && i % 2 == 0;
            assertEquals(!isCancelled, Stages.await(filter.mightContain(words.get(i))), words.get(i));
        }
    }
}
