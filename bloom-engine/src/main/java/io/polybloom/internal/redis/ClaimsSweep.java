package io.polybloom.internal.redis;

import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One command for the claims of each of many writers, of whom as many are swept at a time as partitions by a
 * {@link PartitionSweep}; nothing more is sent after the first failure.
 */
public final class ClaimsSweep {

    private ClaimsSweep() {}

    /** Removes all claims. */
    public static Step<Void> unlink(List<ClaimsKey> claims) {
        return sweep(claims, key -> Commands.unlink(key.bytes()));
    }

    /**
     * Sets or removes the expiry of all claims.
     *
     * @param expireAt when the filter expires
     */
    public static Step<Void> applyExpiry(List<ClaimsKey> claims, Optional<Instant> expireAt) {
        return sweep(claims, key -> expiry(key, expireAt));
    }

    /** Returns the command that sets or removes the expiry of the claims of a writer. */
    public static Command expiry(ClaimsKey claims, Optional<Instant> expireAt) {
        return PartitionExpiry.applyExpiry(claims.bytes(), claims.expiry(expireAt));
    }

    private static Step<Void> sweep(List<ClaimsKey> claims, Function<ClaimsKey, Command> command) {
        if (claims.isEmpty()) {
            return Step.done();
        }
        return Steps.all(
                claims.stream().map(key -> key.batch(command.apply(key))).iterator(),
                PartitionSweep.MOST_IN_FLIGHT,
                Answers::requireSuccess,
                Step::done);
    }
}
