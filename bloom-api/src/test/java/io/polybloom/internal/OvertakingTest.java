package io.polybloom.internal;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Lists;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.BlockingBloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What several connections make possible: of the batches in flight, the one that was sent last arrives first. */
class OvertakingTest {

    private final Overtaking transport = new Overtaking();

    @ParameterizedTest
    @CsvSource({
        Layouts.CLASSIC + ", 1",
        Layouts.CLASSIC + ", 2",
        Layouts.CLASSIC + ", 3",
        Layouts.BLOCKED + ", 1",
        Layouts.CLASSIC + ", 9"
    })
    void callsTheFirstOfEqualElementsNewEvenIfTheyAreInSeveralChunks(String layout, int partitions) {
        BloomFilter<CharSequence> filter = open(layout, partitions);
        List<String> once = words(10_000);
        List<String> thrice = new ArrayList<>();
        int apart = Chunk.MAX_BITS / filter.description().geometry().hashes();
        for (List<String> part : Lists.partition(once, apart)) {
            thrice.addAll(part);
            thrice.addAll(part);
            thrice.addAll(part);
        }
        boolean[] fresh = filter.addAll(thrice);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < fresh.length; i++) {
            assertEquals(seen.add(thrice.get(i)), fresh[i], "element " + i);
        }
        assertTrue(transport.mostWaiting >= 4, "only " + transport.mostWaiting + " in flight");
        boolean[] all = new boolean[once.size()];
        Arrays.fill(all, true);
        assertArrayEquals(all, filter.mightContainAll(once));
    }

    @Test
    void sendsAsFewCommandsAsTheBitsNeed() {
        BloomFilter<CharSequence> filter = open(Layouts.CLASSIC, 1);
        int elementsOfCommand = Chunk.MAX_BITS / filter.description().geometry().hashes();
        transport.sent = 0;
        filter.addAll(words(elementsOfCommand - 1));
        assertEquals(1, transport.sent);
        filter.addAll(words(2 * elementsOfCommand - 100));
        assertEquals(1 + 2, transport.sent);
        filter.addAll(words(20 * elementsOfCommand));
        assertTrue(transport.sent <= 1 + 2 + 20 + 3, "sent " + transport.sent);
    }

    private BloomFilter<CharSequence> open(String layout, int partitions) {
        FilterSpec spec = FilterSpec.named("lanes")
                .layout(layout)
                .capacity(50_000)
                .falsePositiveRate(layout.equals(Layouts.CLASSIC) ? 1e-9 : 1e-5)
                .partitions(partitions)
                .build();
        TestFilters.open(transport.redis, spec);
        return new BlockingBloomFilters(transport).openExisting("lanes", TestFilters.TEXT);
    }

    private static final class Overtaking implements Transport<InFlight> {

        private final MemoryRedis redis = new MemoryRedis();
        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private int mostWaiting;
        private int sent;

        @Override
        public InFlight send(Batch batch) {
            sent++;
            Waiting last = new Waiting(batch);
            waiting.push(last);
            mostWaiting = Math.max(mostWaiting, waiting.size());
            return () -> {
                for (Waiting each : waiting) {
                    each.replies = redis.send(each.batch).await();
                }
                waiting.clear();
                return last.replies;
            };
        }

        @Override
        public int window() {
            return 8;
        }
    }

    private static final class Waiting {

        private final Batch batch;
        private List<Reply> replies;

        Waiting(Batch batch) {
            this.batch = batch;
        }
    }
}
