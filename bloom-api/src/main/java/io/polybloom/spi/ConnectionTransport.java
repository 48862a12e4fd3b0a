package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transport to one server over one connection of a blocking client. The connection is borrowed while any batch is
 * in flight, so a batch can be sent before the previous one has been answered. Since at most one connection is borrowed
 * at a time, no thread that holds a connection waits for another one. Confined to one thread, which awaits batches in
 * the order in which it has sent them.
 */
public final class ConnectionTransport implements Transport<InFlight> {

    private final Supplier<? extends BorrowedConnection> pool;
    private @Nullable BorrowedConnection connection;
    private @Nullable Throwable broken;
    private long sent;
    private long awaited;

    /** Creates a transport on connections of a pool; the pool throws if it has none to lend. */
    public ConnectionTransport(Supplier<? extends BorrowedConnection> pool) {
        this.pool = pool;
    }

    /**
     * Returns 8: replies are read in order, so while a large one is on its way back, enough must be on its way to the
     * server.
     */
    @Override
    public int window() {
        return 8;
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public Transport<InFlight> acknowledging() {
        return this;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    @Override
    public InFlight send(Batch batch) {
        if (!batch.isGroup()) {
            return send(batch.commands());
        }
        InFlight sent = send(WireGroup.commands(batch));
        return () -> WireGroup.replies(batch, sent.await());
    }

    /** Sends commands. The answer has one reply for each. */
    public InFlight send(List<Command> commands) {
        int size = commands.size();
        BorrowedConnection borrowed;
        try {
            borrowed = borrow();
        } catch (RuntimeException noConnection) {
            return () -> Collections.nCopies(size, Reply.Failure.notSent(noConnection));
        }
        Optional<Reply.Failure> refused = Reply.outwaiting(borrowed.timeout(), commands);
        if (refused.isPresent()) {
            leaveIfLast(borrowed);
            return () -> Collections.nCopies(size, refused.get());
        }
        long number = sent++;
        try {
            borrowed.write(commands);
        } catch (RuntimeException failure) {
            broken = failure;
        } catch (Error failure) {
            broken = failure;
            sent--;
            leaveIfLast(borrowed);
            throw failure;
        }
        return () -> await(borrowed, number, size);
    }

    private BorrowedConnection borrow() {
        if (broken != null) {
            throw new IllegalStateException("the connection broke while commands were sent ahead", broken);
        }
        if (connection == null) {
            connection = pool.get();
        }
        return connection;
    }

    private List<Reply> await(BorrowedConnection borrowed, long number, int size) {
        if (number != awaited) {
            throw new IllegalStateException("batches must be awaited in the order in which they were sent");
        }
        List<Reply> replies = new ArrayList<>();
        try {
            while (broken == null && replies.size() < size) {
                replies.add(borrowed.read());
            }
        } catch (RuntimeException failure) {
            broken = failure;
        } catch (Error failure) {
            // Also after an error such as OutOfMemoryError: the next borrower would read these replies as its own.
            broken = failure;
            awaited++;
            leaveIfLast(borrowed);
            throw failure;
        }
        Throwable failure = broken;
        awaited++;
        leaveIfLast(borrowed);
        while (replies.size() < size) {
            replies.add(Reply.Failure.noAnswer(failure));
        }
        return replies;
    }

    /**
     * In place of a broken connection a pool may open another one at once; that also fails while the server is gone.
     */
    private void leaveIfLast(BorrowedConnection borrowed) {
        if (awaited < sent) {
            return;
        }
        Throwable failure = broken;
        broken = null;
        connection = null;
        try {
            borrowed.giveBack(failure != null);
        } catch (RuntimeException thrown) {
            if (failure == null) {
                throw thrown;
            }
            failure.addSuppressed(thrown);
        }
    }
}
