package io.polybloom.spi;

import java.util.List;

/** A batch that a blocking client has sent and whose answer has not been read yet. */
@FunctionalInterface
public interface InFlight {

    /** Waits for the answer, within the client's own timeout. Called exactly once, by the thread that sent the batch. */
    List<Reply> await();
}
