package io.polybloom.internal.removal;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The trace of a life, which is made in two rounds. The first makes it under another name and for a short time, before
 * the config names the life, so no other client knows of it yet. The second gives it its name; every client that
 * completes the filter may repeat this round. A deletion removes both keys, so no trace appears after a deletion. No
 * client ever withdraws a trace: the config may just have been lost, and then the trace is the only sign of the filter.
 *
 * <p>No client uses a filter before it has its trace: without the trace, a filter of the same name could be made as
 * soon as the config is lost. So a client that finds a filter without one {@linkplain #restore restores} it.
 */
public final class Trace {

    private final ConfigKey config;
    private final FilterDescription life;
    private final byte[] unborn;

    /** Prepares the trace of a life. */
    public Trace(ConfigKey config, FilterDescription life) {
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

    /**
     * Gives a filter that is ready its trace if it has none: its copy may not be finished yet, or the trace was lost.
     * The trace is written again only while the config shows that the life continues. The value is the filter as most
     * recently read: another one, or none, if its life is over.
     */
    public Step<Optional<FilterDescription>> restore() {
        Optional<Instant> expireAt = life.expireAt();
        return bear(expireAt).then(origins -> origins.isEmpty() ? makeAnew() : judge(origins, expireAt));
    }

    private Step<Optional<FilterDescription>> judge(Set<String> origins, Optional<Instant> applied) {
        return origins.contains(life.origin()) ? confirmExpiry(applied) : requireEnded();
    }

    /** Next to the trace of another life, this life does not count: the config of the other one was lost. */
    private Step<Optional<FilterDescription>> requireEnded() {
        return look().also(current -> {
            if (isSameLife(current)) {
                throw new LostConfig(config.name()).complaint();
            }
        });
    }

    /** A deletion removes the trace before the config, so if the config is still there, the trace was lost. */
    private Step<Optional<FilterDescription>> makeAnew() {
        return look().then(current -> {
            if (!isSameLife(current)) {
                return Step.done(current);
            }
            List<Command> commands = new ArrayList<>(conceive());
            commands.add(config.read());
            return bearAnew(config.batch(commands.toArray(new Command[0])));
        });
    }

    private Step<Optional<FilterDescription>> bearAnew(Batch conceiving) {
        return Step.send(conceiving, replies -> {
            Answers.requireSuccess(conceiving, replies);
            Optional<FilterDescription> current = config.stored(replies.get(replies.size() - 1));
            if (!isSameLife(current)) {
                return config.write(abandon()).map(abandoned -> current);
            }
            Optional<Instant> expireAt = current.get().expireAt();
            return bear(expireAt)
                    .then(origins -> origins.isEmpty() ? confirmExpiry(expireAt) : judge(origins, expireAt));
        });
    }

    /** Another client may have set another expiry in the meantime. */
    private Step<Optional<FilterDescription>> confirmExpiry(Optional<Instant> applied) {
        return look().then(current -> {
            Optional<Instant> expireAt = current.flatMap(FilterDescription::expireAt);
            return !isSameLife(current) || expireAt.equals(applied)
                    ? Step.done(current)
                    : config.write(config.expireTrace(expireAt)).then(expired -> confirmExpiry(expireAt));
        });
    }

    private Step<Optional<FilterDescription>> look() {
        return config.look().map(found -> found.map(ConfigRecord::filter));
    }

    private boolean isSameLife(Optional<FilterDescription> current) {
        return current.filter(later -> later.origin().equals(life.origin())).isPresent();
    }
}
