package io.polybloom.spi;

import java.util.List;

/**
 * A batch that a blocking client has sent and whose answer has not been read yet. Its one method must be implemented.
 */
@FunctionalInterface
public interface InFlight {

    /**
     * Waits for the answer, within the client's own timeout. Called exactly once, by the thread that sent the batch;
     * only if an interrupt of the thread has cut the waiting short, so that {@link InterruptedException} is among the
     * causes of a failure, it may be called again to go on waiting. A reply that does not arrive in time is a
     * {@linkplain Reply.Failure#noAnswer failure}.
     *
     * @return one reply per command, in the order of the commands
     */
    List<Reply> await();
}
