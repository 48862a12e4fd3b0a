package io.polybloom.cli.lines;

import io.polybloom.PackedBytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines on a thread of its own, so that reading continues while the last lines are processed. A batch is all that
 * can be read without waiting for input: a few lines while the input trickles, many while it pours, where a large batch
 * costs Redis far less for each line. There is no timer: a line that has arrived is returned before a read that waits.
 *
 * <p>The batches are taken by one thread.
 */
public final class ReadAhead implements AutoCloseable {

    /**
     * The reading thread waits while this many lines, or bytes, have not been taken: about 14 MiB of memory, and the
     * rest of a long line.
     */
    private static final int ENOUGH_LINES = 5 << 17;

    private static final int ENOUGH_BYTES = 11 << 20;

    /** The same and what one read may bring. */
    private static final int USUAL_BYTES = ENOUGH_BYTES + LineReader.INITIAL_BUFFER;

    private static final PackedBytes NONE = PackedBytes.of(new byte[0], 0, new int[0]);

    /**
     * Lines that have arrived together.
     *
     * @param lines none at the end of the input
     * @param bytesRead the bytes that were read when the last of them had been, from the first file on
     */
    public record Batch(PackedBytes lines, long bytesRead) {}

    private final LineSource source;

    /** The lines that were returned last, and those before which they were taken. Used by the taking thread only. */
    private LineBlock taking = new LineBlock(USUAL_BYTES);

    /** The lines that the reading thread has found since. */
    private LineBlock waiting = new LineBlock(USUAL_BYTES);

    private long bytesRead;

    /** Whether the reading thread has found more that it can read at once. */
    private boolean isPouring;

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
        source.beforeWaiting(ahead::waitsForInput);
        Thread thread = new Thread(ahead::readAll, "bloom-input");
        thread.setDaemon(true);
        thread.start();
        return ahead;
    }

    /**
     * Returns lines that have arrived and were not taken, and waits for one if there is none. They have about 11 MiB at
     * most, unless there is one line only. They are valid until the next call.
     *
     * @param most the most lines to return, at least 1
     * @throws IllegalStateException if the thread is interrupted while it waits
     */
    public synchronized Batch next(int most) {
        if (taking.size() == 0) {
            taking.clear();
        }
        while (!hasEnded && !isStopped && (taking.size() + waiting.size() == 0 || (isPouring && !isEnough(most)))) {
            await();
        }
        if (isStopped) {
            return new Batch(NONE, bytesRead);
        }
        fill(most);
        notifyAll();
        if (taking.size() == 0) {
            if (failure != null) {
                throw unchecked(failure);
            }
            return new Batch(NONE, bytesRead);
        }
        return new Batch(taking.take(most, ENOUGH_BYTES), bytesRead);
    }

    /** Lets the lines that wait follow those that are left of the last ones. */
    private void fill(int most) {
        if (taking.size() == 0) {
            LineBlock empty = taking;
            taking = waiting;
            waiting = empty;
            return;
        }
        long room = ENOUGH_BYTES - taking.bytes();
        if (taking.size() < most && waiting.size() > 0 && waiting.bytesOfFirst() <= room) {
            taking.append(waiting.take(most - taking.size(), room));
        }
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
                PackedBytes lines = source.next();
                if (lines == null) {
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
        while (!isClosed && (waiting.size() >= ENOUGH_LINES || waiting.bytes() >= ENOUGH_BYTES)) {
            await();
        }
        return !isClosed;
    }

    /** Returns whether that many lines can be taken, or as many bytes as are taken together. */
    private boolean isEnough(int lines) {
        return taking.size() + waiting.size() >= Math.min(lines, ENOUGH_LINES)
                || taking.bytes() + waiting.bytes() >= ENOUGH_BYTES;
    }

    private synchronized void waitsForInput() {
        isPouring = false;
        notifyAll();
    }

    private synchronized void offer(PackedBytes lines) {
        isPouring = true;
        if (waiting.size() == 0) {
            waiting.clear();
        }
        waiting.append(lines);
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
