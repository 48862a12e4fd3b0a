package io.polybloom.internal.open;

import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Compares an instant with the clock of the server that has the config: that clock decides whether a filter has
 * expired.
 */
final class ServerClock {

    /** The time after which the key expires by which the clocks are compared. They may differ by less than that. */
    private static final Duration AHEAD = Duration.ofHours(1);

    private final ConfigKey config;
    private final Environment environment;

    ServerClock(ConfigKey config, Environment environment) {
        this.config = config;
        this.environment = environment;
    }

    /**
     * Returns whether the server has passed the instant at which a filter expires. The server is asked only if this
     * machine's clock, which may be wrong, does not show the instant to be far away; if the server refuses to say, this
     * machine's clock decides.
     */
    Step<Boolean> hasPassed(Optional<Instant> expireAt) {
        Instant now = environment.clock().instant();
        return expireAt.filter(instant -> instant.isBefore(now.plus(AHEAD)))
                .map(instant -> ask(instant, now))
                .orElseGet(() -> new Step.Done<>(false));
    }

    private Step<Boolean> ask(Instant instant, Instant now) {
        long end = now.plus(AHEAD).toEpochMilli();
        String configKey = new KeyNames(config.name()).config();
        byte[] key = KeyNames.temporary(configKey, environment.ids().get()).getBytes(StandardCharsets.UTF_8);
        Command left = Commands.timeToLive(key);
        Batch batch = config.batch(
                Commands.createShortLived(key, new byte[0], AHEAD.toMillis()),
                Commands.expireAt(key, end),
                left,
                Commands.unlink(key));
        return Step.send(batch, replies -> {
            if (Answers.isRefused(replies.get(0))) {
                return new Step.Done<>(!instant.isAfter(now));
            }
            Answers.requireSuccess(batch, replies);
            long millis = Answers.integer(left, replies.get(2));
            return new Step.Done<>(millis >= 0 && end - millis >= instant.toEpochMilli());
        });
    }
}
