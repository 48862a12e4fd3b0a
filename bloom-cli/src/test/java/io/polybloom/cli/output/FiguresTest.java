package io.polybloom.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FiguresTest {

    @Test
    void writesNumbersForPeople() {
        assertEquals("1,234,567", Figures.count(1_234_567));
        assertEquals("123,456", Figures.count(123_456));
        assertEquals("999", Figures.count(999));
        assertEquals("0", Figures.count(0));
        assertEquals("-999", Figures.count(-999));
        assertEquals("-1,000", Figures.count(-1000));
        assertEquals("1023 bytes", Figures.memory(1023));
        assertEquals("1.5 KiB", Figures.memory(1536));
        assertEquals("1024.0 KiB", Figures.memory(1_048_575));
        assertEquals("8192.0 PiB", Figures.memory(Long.MAX_VALUE));
        assertEquals("5.5 GiB", Figures.memory(5_919_021_801L));
        assertEquals("0", Figures.rate(0));
        assertEquals("1", Figures.rate(1));
        assertEquals("0.0101", Figures.rate(0.010123));
        assertEquals("0.0001", Figures.rate(0.0000999999));
        assertEquals("1.00e-09", Figures.rate(1e-9));
        assertEquals("1.00e-06", Figures.rate(0.9999e-6));
        assertEquals("7.34e-05", Figures.rate(7.336e-5));
        assertEquals("4.90e-324", Figures.rate(Double.MIN_VALUE));
        assertEquals("50 %", Figures.percent(0.5));
        assertEquals("0.25 s", Figures.seconds(250_000_000));
        assertEquals("7d", Figures.duration(Duration.ofDays(7)));
        assertEquals("36h", Figures.duration(Duration.ofHours(36)));
        assertEquals("10m", Figures.duration(Duration.ofSeconds(600)));
        assertEquals("90s", Figures.duration(Duration.ofSeconds(90)));
        assertEquals("1500ms", Figures.duration(Duration.ofMillis(1500)));
        assertEquals("4,000", Figures.perSecond(1000, 250_000_000));
        assertEquals("0", Figures.perSecond(0, 0));
    }

    @Test
    void quotesAnyTextAsJson() {
        assertEquals(
                "{\"x\":\"a\\\"b\\\\c\\td\\r\\u0000\\u007fä\"}",
                new Json().with("x", "a\"b\\c\td\r\0\u007fä").toString());
    }
}
