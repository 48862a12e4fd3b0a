package io.polybloom.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.Await;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final long LONG_WORK = Duration.ofSeconds(2).toNanos();

    /** The clock of the work is the test's, so it is never long by accident. */
    private final AtomicLong clock = new AtomicLong();

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void showsUpDuringLongWorkOnATerminalAndVanishes() {
        AtomicInteger calls = new AtomicInteger();
        try (Progress progress = Progress.ofBytes(console(60, false), "dedup", true, 8 << 20)) {
            progress.reached(1, "");
            assertEquals("", text(), "short work needs no bar");
            clock.addAndGet(LONG_WORK);
            Await.until("the bar shows half of the work", LIMIT, () -> {
                progress.reached((4 << 20) + calls.incrementAndGet(), "7 lines");
                return text().contains(" 50% ");
            });
        }
        assertTrue(text().contains("\rdedup "), text());
        assertTrue(text().endsWith("\r\u001b[K"), text());
        for (String line : text().split("\r")) {
            assertTrue(line.length() < 60, line);
        }
    }

    /** The bar may not have been drawn before. */
    @Test
    void vanishesAlsoIfTheWorkEndsAsSoonAsItShowsUp() {
        for (int i = 0; i < 20; i++) {
            try (Progress progress = Progress.ofBytes(console(60, false), "delete", false, 8 << 20)) {
                clock.addAndGet(LONG_WORK);
                progress.reached(4 << 20, "");
            }
            assertTrue(text().endsWith("\r\u001b[K"), text());
        }
    }

    @Test
    void staysAwayWhereItWouldMixWithLinesOrNobodyWouldSeeIt() {
        try (Progress withLines = Progress.ofBytes(console(60, true), "dedup", true, 100);
                Progress noTerminal = Progress.ofElements(console(0, false), "demo", 100)) {
            clock.addAndGet(LONG_WORK);
            withLines.reached(50, "");
            noTerminal.reached(50, "");
        }
        assertEquals("", text());
    }

    private Console console(int columns, boolean outIsTerminal) {
        return new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                columns,
                outIsTerminal,
                clock::get);
    }

    private String text() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
