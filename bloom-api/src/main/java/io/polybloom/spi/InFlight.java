package io.polybloom.spi;

import java.util.List;

/** A batch that a blocking client has sent and whose replies have not been read yet. */
@FunctionalInterface
public interface InFlight {

    /**
     * Waits for the replies, within the client's own timeout. Called by the thread that sent the batch, exactly once,
     * with one exception: if an interrupt of the thread has cut the wait short, so that {@link InterruptedException} is
     * among the causes of a failure, it may be called again to continue waiting. A reply that does not arrive in time
     * is a {@linkplain Reply.Failure#noAnswer failure}.
     *
     * @return one reply per command, in the order of the commands
     */
    List<Reply> await();
}
