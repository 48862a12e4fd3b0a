package io.polybloom.driver;

import io.polybloom.spi.Causes;
import io.polybloom.spi.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of an interrupt of the calling thread on the operation that it runs: the interrupt ends the operation, or
 * it is deferred to the end because other threads also wait for answers. Confined to one thread.
 */
final class Interrupts {

    private final boolean putOff;
    private boolean met;

    private Interrupts(boolean putOff) {
        this.putOff = putOff;
    }

    /** Returns interrupts that end the operation; the flag stays set. */
    static Interrupts thatEnd() {
        return new Interrupts(false);
    }

    /** Returns interrupts that are deferred until {@link #restore}. */
    static Interrupts putOff() {
        return new Interrupts(true);
    }

    /** Returns whether nothing more may be sent. */
    boolean end() {
        if (putOff) {
            met |= Thread.interrupted();
            return false;
        }
        return Thread.currentThread().isInterrupted();
    }

    /**
     * Records replies that an interrupt has cut short. Sets the interrupt flag again where a pool has wrapped the
     * InterruptedException of a thread that waited for a connection.
     *
     * @return whether the interrupt is deferred, so that the client must be asked once more
     */
    boolean haveCutShort(List<Reply> replies) {
        boolean any = false;
        for (Reply reply : replies) {
            any |= reply instanceof Reply.Failure failure && isInterrupt(failure.cause());
        }
        if (any && !putOff) {
            Thread.currentThread().interrupt();
        }
        if (any && putOff) {
            met = true;
            Thread.interrupted();
        }
        return any && putOff;
    }

    /** Sets the flag again if an interrupt was deferred. */
    void restore() {
        if (met) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isInterrupt(@Nullable Throwable thrown) {
        return Causes.of(thrown).stream().anyMatch(InterruptedException.class::isInstance);
    }
}
