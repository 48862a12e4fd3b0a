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

    /** Returns whether the server has certainly passed the instant; false if that cannot be found out. */
    Step<Boolean> hasPassed(Instant instant) {
        long end = environment.clock().instant().plus(AHEAD).toEpochMilli();
        String configKey = new KeyNames(config.name()).config();
        byte[] key = KeyNames.temporary(configKey, environment.ids().get()).getBytes(StandardCharsets.UTF_8);
        Command left = Commands.timeToLive(key);
        Batch batch = config.batch(
                Commands.createShortLived(key, new byte[0], AHEAD.toMillis()),
                Commands.expireAt(key, end),
                left,
                Commands.unlink(key));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            long millis = Answers.integer(left, replies.get(2));
            return new Step.Done<>(millis >= 0 && end - millis >= instant.toEpochMilli());
        });
    }
}
