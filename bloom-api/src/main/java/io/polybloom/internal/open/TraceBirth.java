package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Leaves the trace of a life in two rounds. The first makes it under another name and for a short time, before the life
 * is in the config, so that nobody else knows of it; the second, which every client may repeat that completes the
 * filter, gives it its name. A deletion removes both. So no trace appears behind a deletion, and no client ever takes one
 * back: it could not know whether the trace is all that tells of a filter whose config has just been lost.
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
     * The commands of the first round. They may be sent when the config names the life only where both the trace and what
     * the first round had made were lost.
     */
    public List<Command> conceive() {
        return List.of(
                ConfigCommands.leaveTrace(unborn, life), Commands.expireAfter(unborn, PartitionBirth.LIFE_MILLIS));
    }

    /** The command that takes back the first round, if the life does not come into being. */
    public Command abandon() {
        return Commands.unlink(unborn);
    }

    /**
     * The second round.
     *
     * @param expireAt when the life ends
     * @return the origins of the lives that have a trace: none if this one is over, or has lost what the first round had
     *     made; only others if their traces were there before
     */
    public Step<Set<String>> bear(Optional<Instant> expireAt) {
        Command settle = PartitionSweep.settle(unborn, expireAt);
        Command rename = Commands.rename(unborn, config.trace());
        // Behind the rename, which leaves the key where there is a trace already.
        Batch batch = config.batch(settle, rename, abandon(), config.readTrace());
        return Step.send(batch, replies -> {
            Answers.requireSuccess(settle, replies.get(0));
            if (!Answers.saysNoSuchKey(replies.get(1))) {
                Answers.requireSuccess(rename, replies.get(1));
            }
            Answers.requireSuccess(batch.commands().get(2), replies.get(2));
            return new Step.Done<>(config.origins(replies.get(3)));
        });
    }
}
