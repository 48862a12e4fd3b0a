package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the trace of a life in two rounds. The first makes it under another name and for a short time, before the
 * config names the life, so no other client knows of it yet. The second gives it its name; every client that completes
 * the filter may repeat this round. A deletion removes both keys, so no trace appears after a deletion. No client ever
 * withdraws a trace: the config may just have been lost, and then the trace is the only sign of the filter.
 */
public final class TraceBirth {

    private final ConfigKey config;
    private final FilterDescription life;
    private final byte[] unborn;

    /** Prepares the trace of a life. */
    public TraceBirth(ConfigKey config, FilterDescription life) {
        this.config = config;
        this.life = life;
        this.unborn = config.unbornTrace(life.origin());
    }

    /**
     * Returns the commands of the first round. They are sent before the config names the life, or later if the trace
     * was lost, or the key that the first round had made.
     */
    public List<Command> conceive() {
        return List.of(
                ConfigCommands.leaveTrace(unborn, life), Commands.expireAfter(unborn, PartitionBirth.LIFE_MILLIS));
    }

    /** Returns the command that undoes the first round, for a life that does not come into being. */
    public Command abandon() {
        return Commands.unlink(unborn);
    }

    /**
     * Runs the second round.
     *
     * @param expireAt when the life ends
     * @return the origins that the trace names then: none if the key of the first round was gone; another one if a
     *     trace was there already
     */
    public Step<Set<String>> bear(Optional<Instant> expireAt) {
        Command settle = config.expireUnbornTrace(life.origin(), expireAt);
        Command rename = Commands.rename(unborn, config.trace());
        // The rename leaves the key if there is a trace already.
        Batch batch = config.batch(settle, rename, abandon(), config.readTrace());
        return Step.send(batch, replies -> {
            Answers.requireDone(batch, replies);
            return Step.done(config.origins(replies.get(3)));
        });
    }
}
