package io.polybloom.cli.lines;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines on a thread of its own, so that reading continues while the last lines are processed. A batch is all that
 * has arrived meanwhile: a few lines while the input trickles, many while it pours, where a large batch costs Redis far
 * less for each line. There is no timer: a line that has arrived is returned at once.
 *
 * <p>The batches are taken by one thread.
 */
public final class ReadAhead implements AutoCloseable {

    /**
     * The reading thread waits while this many lines, or bytes, have not been taken: about 5 MiB of memory, and the
     * rest of a long line.
     */
    private static final int ENOUGH_LINES = 1 << 16;

    private static final long ENOUGH_BYTES = 1 << 22;

    /**
     * Lines that have arrived together.
     *
     * @param lines none at the end of the input
     * @param bytesRead the bytes that were read when the last of them had been, from the first file on
     */
    public record Batch(List<byte[]> lines, long bytesRead) {}

    private final LineSource source;
    private List<byte[]> waiting = new ArrayList<>();
    private long bytesWaiting;
    private long bytesRead;
    private boolean hasEnded;
    private boolean isStopped;
    private boolean isClosed;
    private @Nullable Throwable failure;

    private ReadAhead(LineSource source) {
        this.source = source;
    }

    /** Starts to read a source, which from now on belongs to the reading thread and is closed by it. */
    public static ReadAhead of(LineSource source) {
        ReadAhead ahead = new ReadAhead(source);
        Thread thread = new Thread(ahead::readAll, "bloom-input");
        thread.setDaemon(true);
        thread.start();
        return ahead;
    }

    /**
     * Returns lines that have arrived and were not taken, and waits for one if there is none. They have about 4 MiB at
     * most, unless there is one line only.
     *
     * @param most the most lines to return, at least 1
     * @throws IllegalStateException if the thread is interrupted while it waits
     */
    public synchronized Batch next(int most) {
        while (waiting.isEmpty() && !hasEnded && !isStopped) {
            await();
        }
        if (isStopped) {
            return new Batch(List.of(), bytesRead);
        }
        if (waiting.isEmpty() && failure != null) {
            throw unchecked(failure);
        }
        List<byte[]> taken = waiting;
        int count = 0;
        long bytes = 0;
        while (count < Math.min(most, taken.size())
                && (count == 0 || bytes + taken.get(count).length <= ENOUGH_BYTES)) {
            bytes += taken.get(count).length;
            count++;
        }
        waiting = new ArrayList<>(taken.subList(count, taken.size()));
        bytesWaiting -= bytes;
        notifyAll();
        return new Batch(taken.subList(0, count), bytesRead);
    }

    /** Lets the input end here: lines that have arrived and were not taken are dropped. */
    public synchronized void stop() {
        isStopped = true;
        notifyAll();
    }

    /** Returns, at the end of the input, whether some file could not be read. */
    public synchronized boolean hasFailed() {
        return source.hasFailed();
    }

    /** Ends the reading, after a read that waits for input if there is one. */
    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    private void readAll() {
        try (source) {
            while (awaitRoom()) {
                List<byte[]> lines = source.nextBatch();
                if (lines.isEmpty()) {
                    return;
                }
                offer(lines);
            }
        } catch (RuntimeException | Error thrown) {
            fail(thrown);
        } finally {
            end();
        }
    }

    /** Waits until more may be read; returns false if nobody will take it. */
    private synchronized boolean awaitRoom() {
        while (!isClosed && (waiting.size() >= ENOUGH_LINES || bytesWaiting >= ENOUGH_BYTES)) {
            await();
        }
        return !isClosed;
    }

    private synchronized void offer(List<byte[]> lines) {
        waiting.addAll(lines);
        for (byte[] line : lines) {
            bytesWaiting += line.length;
        }
        bytesRead = source.bytesRead();
        notifyAll();
    }

    private synchronized void fail(Throwable thrown) {
        failure = thrown;
    }

    private synchronized void end() {
        hasEnded = true;
        bytesRead = source.bytesRead();
        notifyAll();
    }

    private void await() {
        try {
            wait();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for input", interrupted);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }
}
