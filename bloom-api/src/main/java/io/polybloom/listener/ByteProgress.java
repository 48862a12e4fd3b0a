package io.polybloom.listener;

/**
 * Receives the progress of work on the bytes of a filter, in the thread that does the work. Must return soon and not
 * throw.
 */
@FunctionalInterface
public interface ByteProgress {

    /**
     * Receives the progress so far.
     *
     * @param done bytes so far
     * @param total bytes in all
     */
    void transferred(long done, long total);
}
