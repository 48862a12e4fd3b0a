package io.polybloom.driver;

import com.google.common.base.Throwables;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits until another thread has answered its call, or until it is asked to run a group. */
final class WaitingThread implements SingleCall.Caller {

    private final Thread thread = Thread.currentThread();
    private List<SingleCall> group = List.of();
    private boolean answer;
    private @Nullable Throwable failure;
    private volatile boolean wanted;

    /** Asks the thread to run a group that contains its own call. */
    void letCarry(List<SingleCall> calls) {
        group = calls;
        wake();
    }

    @Override
    public void answered(boolean isYes) {
        answer = isYes;
        wake();
    }

    @Override
    public void failed(Throwable thrown) {
        failure = thrown;
        wake();
    }

    /** Returns whether there is a group to run, or the answer. */
    boolean isWanted() {
        return wanted;
    }

    /** Waits until the thread is woken up, which may happen spuriously. */
    void park() {
        LockSupport.park(this);
    }

    /** Returns the group to run; none if another thread has brought the answer. */
    List<SingleCall> toCarry() {
        return group;
    }

    /** Returns the answer or throws the exception in its place. */
    boolean answer() {
        if (failure != null) {
            Throwables.throwIfUnchecked(failure);
            throw new IllegalStateException(failure);
        }
        return answer;
    }

    private void wake() {
        wanted = true;
        LockSupport.unpark(thread);
    }
}
