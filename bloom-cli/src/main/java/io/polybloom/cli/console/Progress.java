package io.polybloom.cli.console;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar on stderr, or nothing where nobody would see one. It shows up when the work turns out to take long,
 * and disappears when it is closed. Confined to one thread.
 */
public final class Progress implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int INTERVAL_MILLIS = 200;
    private static final long MEBIBYTE = 1L << 20;

    private final Console console;
    private final boolean visible;
    private final ProgressBarBuilder builder;
    private final LongSupplier nanoClock;
    private final long begin;
    private final Thread endsLine;
    private @Nullable ProgressBar bar;

    private Progress(Console console, boolean visible, ProgressBarBuilder builder) {
        this.console = console;
        this.visible = visible;
        this.builder = builder;
        this.nanoClock = console.nanoClock();
        this.begin = nanoClock.getAsLong();
        // After Ctrl-C the prompt of the shell must not appear after the bar.
        this.endsLine = new Thread(console.err()::println);
    }

    /** Creates the progress through input of the given number of bytes, -1 if it is unknown. */
    public static Progress ofBytes(Console console, String task, boolean printsLines, long total) {
        boolean mixesWithLines = printsLines && console.outIsTerminal();
        return new Progress(
                console,
                console.errorColumns() > 0 && !mixesWithLines,
                builder(task, total).setUnit(" MiB", MEBIBYTE));
    }

    /** Creates the progress through the given number of elements. */
    public static Progress ofElements(Console console, String task, long total) {
        return new Progress(console, console.errorColumns() > 0, builder(task, total));
    }

    /** Shows how far the work has come. */
    public void reached(long position, String note) {
        if (bar == null && visible && nanoClock.getAsLong() - begin > PATIENCE_NANOS) {
            bar = builder.startsFrom(0, Duration.ofNanos(nanoClock.getAsLong() - begin))
                    .setConsumer(new VanishingBar(console))
                    .build();
            Runtime.getRuntime().addShutdownHook(endsLine);
        }
        if (bar != null) {
            bar.stepTo(position);
            bar.setExtraMessage(note);
        }
    }

    @Override
    public void close() {
        if (bar != null && !Shutdown.isUnderWay()) {
            Runtime.getRuntime().removeShutdownHook(endsLine);
            bar.close();
            // The library itself clears no bar that it draws for the first time while it is being closed.
            console.err().print("\r\u001b[K");
            console.err().flush();
        }
    }

    private static ProgressBarBuilder builder(String task, long total) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUpdateIntervalMillis(INTERVAL_MILLIS)
                .setStyle(ProgressBarStyle.ASCII);
    }

    /** Does not end its line, so that a summary takes its place. */
    private static final class VanishingBar extends ConsoleProgressBarConsumer {

        /** With a width given, the library does not look for the terminal, which takes long and may touch stdin. */
        VanishingBar(Console console) {
            super(console.err(), console.errorColumns() - 1);
        }

        @Override
        public void close() {}
    }
}
