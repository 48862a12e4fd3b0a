package io.polybloom;

/** Is told how far a transfer of bytes is, by the thread that drives it; must return soon and not throw. */
@FunctionalInterface
public interface ByteProgress {

    /**
     * Takes note.
     *
     * @param done bytes so far
     * @param total bytes in all
     */
    void transferred(long done, long total);
}
