package io.polybloom.internal.local;

import io.polybloom.FilterDescription;
import io.polybloom.MirrorOptions;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Instant;

/**
 * The bits of one filter of a server in this JVM, as of an instant. Look-ups are thread-safe; refreshes run one after
 * the other, which the drivers see to.
 */
public interface LocalCopy extends ElementLookUp {

    /** Makes copies. */
    interface Room {

        /**
         * Returns a copy of an existing filter, of which nothing is read yet.
         *
         * @param elementFormat how the caller's elements become bytes
         * @param copies the copies of the engine, from which it removes itself when it is closed
         */
        LocalCopy open(
                String name, String elementFormat, MirrorOptions options, Environment environment, LocalCopies copies);
    }

    /** Returns the name of the filter. */
    String name();

    /** Returns the parameters of the filter that was read. */
    FilterDescription description();

    /** Returns the server's time of the oldest part. */
    Instant asOf();

    /** Returns the bytes of bits that were read. */
    long bytesRead();

    /**
     * Reads what has changed.
     *
     * @throws IllegalStateException if the copy is closed
     */
    Step<Void> refresh();

    /** Records that an element is in the filter. */
    void learn(ElementBytes element);

    /** Ends the copy; a refresh that is under way goes on. */
    void close();
}
