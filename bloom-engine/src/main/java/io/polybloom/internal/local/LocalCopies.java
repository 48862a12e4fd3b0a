package io.polybloom.internal.local;

import io.polybloom.MirrorOptions;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;

/**
 * The open copies of one engine, which are told which elements its filters have added before the caller is answered.
 * Thread-safe.
 */
public interface LocalCopies {

    /** Makes the copies of an engine. */
    interface Room {

        /** Returns the copies of an engine that has not opened any. */
        LocalCopies create();
    }

    /** The copies of an engine that cannot open any. */
    LocalCopies NONE = new LocalCopies() {
        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public void tell(String filter, ElementBytes element) {}

        @Override
        public <R> Step<R> telling(String filter, Step<R> add, CallElements elements) {
            return add;
        }

        @Override
        public LocalCopy open(String name, String elementFormat, MirrorOptions options, Environment environment) {
            throw new IllegalStateException("this build of the engine has no " + Room.class.getName());
        }
    };

    /** Returns the copies of an engine that has not opened any. */
    static LocalCopies create() {
        return Seams.of(Room.class).stream().findFirst().map(Room::create).orElse(NONE);
    }

    /** Returns whether there is no copy to be told. */
    boolean isEmpty();

    /** Tells the copies of a filter that an element is in it. */
    void tell(String filter, ElementBytes element);

    /**
     * Returns an add which, before the caller gets its answers, tells the copies which elements it has added or found
     * present. A copy that is opened while the add is in progress need not know of it.
     */
    <R> Step<R> telling(String filter, Step<R> add, CallElements elements);

    /**
     * Opens a copy of an existing filter, of which nothing is read yet.
     *
     * @param elementFormat how the caller's elements become bytes
     */
    LocalCopy open(String name, String elementFormat, MirrorOptions options, Environment environment);
}
