package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users read of windows, caches and rebuilds; of durations never {@code PT24H}. */
class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "P7D, 7d",
        "PT24H, 1d",
        "PT36H, 36h",
        "PT10M, 10m",
        "PT1M30S, 90s",
        "PT1.5S, 1500ms",
        "PT0.0005S, 0.0005s",
        "PT2.0000001S, 2.0000001s",
        "PT0S, 0s",
        "PT-1S, -1s"
    })
    void durationsAreWrittenAsPeopleWriteThem(Duration duration, String text) {
        assertEquals(text, DurationText.of(duration));
    }

    @Test
    void textsForLogsAndMessagesAreWrittenSo() {
        assertEquals("10m in 5 slices", new FilterWindow(Duration.ofMinutes(10), 5).toString());
        assertEquals("1h in 1 slice", new FilterWindow(Duration.ofHours(1), 1).toString());
        assertEquals(
                "NearCache[8192 bytes, checked every 2s]",
                NearCache.ofMemory(8192).checkedEvery(Duration.ofSeconds(2)).toString());
        FilterRebuild.Plan plan = FilterRebuild.of("clicks").capacity(50);
        assertEquals("FilterRebuild.Plan[name=clicks, capacity=50]", plan.toString());
        assertEquals(
                "FilterRebuild[FilterRebuild.Plan[name=clicks, capacity=50, fpp=0.01]]",
                plan.falsePositiveRate(0.01)
                        .from(List.of("a"), Elements.strings())
                        .toString());
        assertMessage("not 0.0005s", () -> new Acknowledgement(1, Duration.ofNanos(500_000), false));
        assertMessage("not 2d", () -> NearCache.ofMemory(8192).checkedEvery(Duration.ofDays(2)));
        assertMessage("10s cannot be divided into 7 slices", () -> new FilterWindow(Duration.ofSeconds(10), 7));
    }

    private static void assertMessage(String fragment, Runnable call) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(refused.getMessage().contains(fragment), refused.getMessage());
    }
}
