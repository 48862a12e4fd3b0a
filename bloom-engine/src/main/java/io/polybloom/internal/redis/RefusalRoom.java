package io.polybloom.internal.redis;

import io.polybloom.BloomFilterException;
import io.polybloom.spi.Command;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A room that knows what it means when the server refuses a command which only its filters need. */
public interface RefusalRoom {

    /** Returns the complaint; empty if the refusal has its usual meaning. */
    Optional<BloomFilterException> complaint(Refusal refusal);

    /**
     * A refusal.
     *
     * @param command the command that was refused
     * @param code the first word of the error
     * @param error the server's error
     * @param said the error, with the command at the end, as a message ends
     * @param cause the client's exception, if there is one
     */
    record Refusal(
            Command command,
            String code,
            String error,
            String said,
            @Nullable Throwable cause) {}
}
