package io.polybloom.cli.console;

import io.polybloom.ByteProgress;
import org.jspecify.annotations.Nullable;

/** A progress bar for a transfer whose size is known when it has begun. Confined to one thread. */
public final class TransferProgress implements ByteProgress, AutoCloseable {

    private final Console console;
    private final String task;
    private @Nullable Progress progress;

    public TransferProgress(Console console, String task) {
        this.console = console;
        this.task = task;
    }

    @Override
    public void transferred(long done, long total) {
        if (progress == null) {
            progress = Progress.ofBytes(console, task, false, total);
        }
        progress.reached(done, "");
    }

    @Override
    public void close() {
        if (progress != null) {
            progress.close();
        }
    }
}
