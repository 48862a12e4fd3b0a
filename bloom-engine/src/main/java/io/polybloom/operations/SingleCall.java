package io.polybloom.operations;

import io.polybloom.internal.model.ElementBytes;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One add or one look-up of one element, from the call to its answer. */
public final class SingleCall {

    /** The place where an answer belongs. Each call is settled once. */
    public interface Caller {

        /** Takes the answer. Must not throw. */
        void answered(boolean answer);

        /** Takes the exception in place of the answer. Must not throw. */
        void failed(Throwable failure);
    }

    /** The additional state of a call that waits in a queue; guarded by the lock of that queue. */
    public static final class Waiting {
        public final Caller caller;

        /** Calls with the same number may be sent together. */
        final long lane;

        /** Equal for equal elements, and rarely for different ones. */
        final int elementHash;

        boolean waits;
        boolean isDone;

        /** The add of the same element that waited or was in progress when this call came. */
        @Nullable
        SingleCall earlierAdd;

        /** The look-ups of the same element that wait until this add is done. */
        final Set<SingleCall> followers = new LinkedHashSet<>(0);

        private Waiting(Caller caller, long lane, int elementHash) {
            this.caller = caller;
            this.lane = lane;
            this.elementHash = elementHash;
        }
    }

    private final boolean isAdd;
    private final ElementBytes element;
    private @Nullable Waiting waiting;

    SingleCall(boolean isAdd, ElementBytes element) {
        this.isAdd = isAdd;
        this.element = element;
    }

    boolean isAdd() {
        return isAdd;
    }

    /** Returns the answer if the element is present. */
    boolean answerIfPresent() {
        return !isAdd;
    }

    ElementBytes element() {
        return element;
    }

    /** Prepares to wait in a lane. */
    void prepareToWait(Caller caller, long lane) {
        waiting = new Waiting(caller, lane, hash(element));
    }

    /** Returns the queue's data about a call that was prepared to wait. */
    public Waiting waiting() {
        return Objects.requireNonNull(waiting);
    }

    private static int hash(ElementBytes element) {
        int hash = 1;
        for (int i = 0; i < element.length(); i++) {
            hash = 31 * hash + element.bytes()[i];
        }
        return hash;
    }
}
