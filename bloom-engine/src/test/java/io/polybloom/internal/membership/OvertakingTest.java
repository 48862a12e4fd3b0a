package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Lists;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The schedules that several connections make possible: of the batches in flight, the one that was sent last arrives
 * first.
 */
class OvertakingTest {

    private final Overtaking transport = new Overtaking();

    @ParameterizedTest
    @CsvSource({
        Layouts.CLASSIC + ", 1, 0.3",
        Layouts.CLASSIC + ", 1, 0.001",
        Layouts.CLASSIC + ", 3, 0.3",
        Layouts.BLOCKED + ", 1, 0.3",
        Layouts.BLOCKED + ", 9, 0.01",
        Layouts.WORDS + ", 2, 0.1"
    })
    void answersLikeSingleAddsErrorsIncluded(String layout, int partitions, double falsePositiveRate) {
        FilterSpec spec = FilterSpec.named("overtaking")
                .layout(layout)
                .capacity(1_000_000)
                .falsePositiveRate(falsePositiveRate)
                .partitions(partitions)
                .build();
        List<String> elements = new ArrayList<>();
        for (List<String> part : Lists.partition(words(20_000), 150)) {
            elements.addAll(part);
            elements.addAll(part.subList(0, 10));
        }
        BloomFilter<CharSequence> single = TestFilters.open(new MemoryRedis(), spec);
        boolean[] expected = new boolean[elements.size()];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = single.add(elements.get(i));
        }
        BloomFilter<CharSequence> filter = new BlockingBloomFilters(transport).open(spec, TestFilters.TEXT);
        transport.mostWaiting = 0;
        assertArrayEquals(expected, filter.addAll(elements));
        assertTrue(transport.mostWaiting > 1, "nothing overlapped");
        boolean[] all = new boolean[elements.size()];
        Arrays.fill(all, true);
        assertArrayEquals(all, filter.mightContainAll(elements));
    }

    @Test
    void lookUpsOfAPartitionOverlap() {
        FilterSpec spec =
                FilterSpec.named("look-ups").capacity(1_000_000).partitions(1).build();
        BloomFilter<CharSequence> filter = new BlockingBloomFilters(transport).open(spec, TestFilters.TEXT);
        transport.mostWaiting = 0;
        filter.mightContainAll(words(20_000));
        assertEquals(4, transport.mostWaiting);
    }
}
