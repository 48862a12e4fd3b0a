package io.polybloom.cli;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on stderr, or nothing where nobody would see one. It disappears when it is closed. */
final class Progress implements AutoCloseable {

    private static final int INTERVAL_MILLIS = 200;
    private static final long MEBIBYTE = 1L << 20;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Progress through input of so many bytes, -1 if nobody knows. */
    static Progress ofBytes(Console console, String task, boolean printsLines, long total) {
        boolean mixesWithLines = printsLines && console.outIsTerminal();
        return mixesWithLines ? new Progress(null) : start(console, task, total, " MiB", MEBIBYTE);
    }

    /** Progress through so many elements. */
    static Progress ofElements(Console console, String task, long total) {
        return start(console, task, total, "", 1);
    }

    /** Shows how far the work has come. */
    void reached(long position, String note) {
        if (bar != null) {
            bar.stepTo(position);
            bar.setExtraMessage(note);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    private static Progress start(Console console, String task, long total, String unit, long unitSize) {
        if (console.errorColumns() == 0) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setUpdateIntervalMillis(INTERVAL_MILLIS)
                .setStyle(ProgressBarStyle.ASCII)
                // With a width of its own the bar does not look for the terminal, which takes long and may touch stdin.
                .setConsumer(new VanishingBar(console))
                .clearDisplayOnFinish()
                .build());
    }

    /** Wipes the line at the end, so that a summary takes its place. */
    private static final class VanishingBar extends ConsoleProgressBarConsumer {

        private final Console console;

        VanishingBar(Console console) {
            super(console.err(), console.errorColumns() - 1);
            this.console = console;
        }

        @Override
        public void clear() {
            console.err().print("\r\u001b[K");
        }

        @Override
        public void close() {
            console.err().flush();
        }
    }
}
