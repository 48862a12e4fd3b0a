package io.polybloom.cli.lines;

import com.google.common.primitives.Ints;
import io.polybloom.PackedBytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
     * The reading thread waits while this many lines, or bytes, have not been taken: about 7 MiB of memory, and the
     * rest of a long line.
     */
    private static final int ENOUGH_LINES = 1 << 18;

    private static final int ENOUGH_BYTES = 6 << 20;

    private static final PackedBytes NONE = PackedBytes.of(new byte[0], 0, new int[0]);

    /**
     * Lines that have arrived together.
     *
     * @param lines none at the end of the input
     * @param bytesRead the bytes that were read when the last of them had been, from the first file on
     */
    public record Batch(PackedBytes lines, long bytesRead) {}

    private final LineSource source;

    /** Holds the lines that were returned last; the next ones take their place. */
    private byte[] joined = new byte[0];

    private final Deque<PackedBytes> waiting = new ArrayDeque<>();
    private int linesWaiting;
    private long bytesWaiting;
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
     * Returns lines that have arrived and were not taken, and waits for one if there is none. They have about 6 MiB at
     * most, unless there is one line only. They are valid until the next call.
     *
     * @param most the most lines to return, at least 1
     * @throws IllegalStateException if the thread is interrupted while it waits
     */
    public Batch next(int most) {
        List<PackedBytes> pieces = new ArrayList<>();
        long read = take(most, pieces);
        return new Batch(join(pieces), read);
    }

    /** Takes pieces of the lines that are returned next, and returns the bytes that were read. */
    private synchronized long take(int most, List<PackedBytes> pieces) {
        while (!hasEnded && !isStopped && (waiting.isEmpty() || isPouring && !isEnough(most))) {
            await();
        }
        if (isStopped) {
            return bytesRead;
        }
        if (waiting.isEmpty() && failure != null) {
            throw unchecked(failure);
        }
        int linesLeft = most;
        long bytesLeft = ENOUGH_BYTES;
        while (!waiting.isEmpty() && linesLeft > 0 && (pieces.isEmpty() || bytes(waiting.peek()) <= bytesLeft)) {
            PackedBytes piece = waiting.remove();
            if (piece.size() > linesLeft) {
                waiting.addFirst(piece.subList(linesLeft, piece.size()));
                piece = piece.subList(0, linesLeft);
            }
            pieces.add(piece);
            linesLeft -= piece.size();
            bytesLeft -= bytes(piece);
        }
        linesWaiting -= most - linesLeft;
        bytesWaiting -= ENOUGH_BYTES - bytesLeft;
        notifyAll();
        return bytesRead;
    }

    /** Returns the bytes that lines take in their array. */
    private static long bytes(PackedBytes lines) {
        return lines.end(lines.size() - 1) - lines.start(0) + 1L;
    }

    /** Returns lines as one array has them. */
    private PackedBytes join(List<PackedBytes> pieces) {
        if (pieces.size() <= 1) {
            // It may be a long line, which needs the memory.
            joined = new byte[0];
            return pieces.isEmpty() ? NONE : pieces.get(0);
        }
        long bytes = 0;
        int count = 0;
        for (PackedBytes piece : pieces) {
            bytes += bytes(piece);
            count += piece.size();
        }
        if (joined.length < bytes) {
            joined = new byte[0];
            joined = new byte[Ints.checkedCast(Math.max(bytes, Math.min(2 * bytes, ENOUGH_BYTES)))];
        }
        int[] ends = new int[count];
        int at = 0;
        int line = 0;
        for (PackedBytes piece : pieces) {
            int shift = at - piece.start(0);
            int length = piece.end(piece.size() - 1) - piece.start(0);
            System.arraycopy(piece.array(), piece.start(0), joined, at, length);
            for (int i = 0; i < piece.size(); i++) {
                ends[line] = piece.end(i) + shift;
                line++;
            }
            // The last newline of a piece is not in its array.
            joined[at + length] = '\n';
            at += length + 1;
        }
        return PackedBytes.of(joined, 0, ends);
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
        while (!isClosed && isEnough(ENOUGH_LINES)) {
            await();
        }
        return !isClosed;
    }

    private boolean isEnough(int lines) {
        return linesWaiting >= Math.min(lines, ENOUGH_LINES) || bytesWaiting >= ENOUGH_BYTES;
    }

    private synchronized void waitsForInput() {
        isPouring = false;
        notifyAll();
    }

    private synchronized void offer(PackedBytes lines) {
        isPouring = true;
        waiting.add(lines);
        linesWaiting += lines.size();
        bytesWaiting += bytes(lines);
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
