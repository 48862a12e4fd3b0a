package io.polybloom.lettuce;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Guards the commands of a batch on a link of our own: they are sent once, in their order, and none after one that was
 * not sent or after the link was lost. Once a group has begun, it is sent to its end even if the caller has given up,
 * since the server would add to it whatever comes next. Lettuce itself may leave out a command of a group, because its
 * queue is full; then the group is discarded. Thread-safe.
 */
final class LinkGuard {

    /** The guard of one command of the batch. */
    private record Place(LinkGuard batch, int index) implements Guard {
        @Override
        public boolean letPass() {
            return batch.letPass(index);
        }

        /** Does nothing: a redirect is followed by commands of their own. */
        @Override
        public void refusedByServer() {}

        @Override
        public void withdraw() {
            batch.withdraw();
        }

        @Override
        public boolean isOwed() {
            return batch.isOwed(index);
        }

        @Override
        public boolean hasRefused() {
            return batch.hasRefused(index);
        }

        /** Returns false: a batch on a link of our own ends with that link. */
        @Override
        public boolean isLate() {
            return false;
        }

        @Override
        public boolean mayHaveBeenSent() {
            return batch.mayHaveBeenSent();
        }

        @Override
        public boolean endsGroup() {
            return batch.openGroup.getAndSet(null) != null;
        }
    }

    private final AtomicReference<@Nullable LinkGuard> openGroup;
    private final int size;
    private final boolean isGroup;
    private int sent;
    private boolean isOver;

    /**
     * Creates the guard of a batch.
     *
     * @param openGroup the group that was begun on the link and has not ended
     * @param size the number of commands on the wire
     * @param isGroup whether the first command begins a group and the last one ends it
     */
    LinkGuard(AtomicReference<@Nullable LinkGuard> openGroup, int size, boolean isGroup) {
        this.openGroup = openGroup;
        this.size = size;
        this.isGroup = isGroup;
    }

    /** Returns the guard of the command at an index. */
    Guard of(int index) {
        return new Place(this, index);
    }

    /** Prevents what has not been sent yet from being sent on another link. */
    synchronized void lose() {
        isOver = true;
    }

    private synchronized boolean letPass(int index) {
        isOver |= index != sent || !isInTurn(index);
        if (isOver) {
            return false;
        }
        sent++;
        if (isGroup && sent == size) {
            openGroup.set(null);
        }
        return true;
    }

    private boolean isInTurn(int index) {
        return !isGroup || (index == 0 ? !isOver && openGroup.compareAndSet(null, this) : openGroup.get() == this);
    }

    private synchronized void withdraw() {
        isOver |= sent == 0;
    }

    private synchronized boolean isOwed(int index) {
        return !isOver && sent > 0 && index >= sent;
    }

    private synchronized boolean hasRefused(int index) {
        return index >= sent;
    }

    private synchronized boolean mayHaveBeenSent() {
        return sent > 0;
    }
}
