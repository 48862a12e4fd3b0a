package io.polybloom.cli.console;

import io.polybloom.listener.ByteProgress;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar for work on bytes whose number is known when it has begun. It disappears when all is done; a transfer
 * that restarts has its own bar. Confined to one thread.
 */
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
        if (done < total) {
            progress.reached(done, "");
        } else {
            close();
        }
    }

    @Override
    public void close() {
        if (progress != null) {
            progress.close();
            progress = null;
        }
    }
}
