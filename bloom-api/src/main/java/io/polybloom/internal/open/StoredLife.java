package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Reads config and trace of a native filter. A filter that is opened next to the trace of another life does not count:
 * the filter of the name is the other one, and its config was lost.
 */
final class StoredLife {

    private final ConfigKey config;
    private final LostConfig lost;
    private final InstantSource clock;

    StoredLife(ConfigKey config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.lost = new LostConfig(config.name());
    }

    /** If nothing is stored, the trace distinguishes a filter whose config was lost from one that does not exist. */
    Step<Optional<FilterDescription>> describe() {
        return config.look().then(found -> {
            if (found.isEmpty()) {
                return lost.describe();
            }
            FilterDescription stored = found.get().filter();
            return stored.ready() ? found(stored) : requireAlone(stored);
        });
    }

    /**
     * Next to the trace of another life a claim does not count: the filter of the name is the one that lost its config.
     */
    private Step<Optional<FilterDescription>> requireAlone(FilterDescription claimed) {
        return Step.send(config.batch(config.readTrace(), config.read()), replies -> {
            Set<String> origins = config.origins(replies.get(0));
            Optional<FilterDescription> now = config.stored(replies.get(1));
            boolean isStillClaimed = now.filter(stored -> !stored.ready())
                    .filter(stored -> stored.origin().equals(claimed.origin()))
                    .isPresent();
            if (isStillClaimed && !ConfigKey.namesNoOther(claimed.origin(), origins)) {
                throw lost.complaint();
            }
            return Step.done(now);
        });
    }

    /**
     * Reads the config and trace for a client that has the filter open, and writes the trace of a filter that is ready
     * and has none.
     */
    Step<Optional<FilterDescription>> touch() {
        return read((stored, origins) -> origins.contains(stored.origin()) || !stored.ready()
                ? found(stored)
                : new MissingTrace(config, stored).restore());
    }

    /**
     * Reads the stored life before it is used: a filter that is ready with its trace, or a claim that may be completed.
     */
    Step<Optional<FilterDescription>> find() {
        return read((stored, origins) -> {
            if (origins.contains(stored.origin())) {
                return found(stored);
            }
            return stored.ready() ? new MissingTrace(config, stored).restore() : requireAlone(stored);
        });
    }

    private Step<Optional<FilterDescription>> read(
            BiFunction<FilterDescription, Set<String>, Step<Optional<FilterDescription>>> judge) {
        List<Command> lives = config.readLives();
        return Step.send(config.batch(config.read(), config.readTrace(), lives.get(0), lives.get(1)), replies -> {
            Optional<FilterDescription> stored = config.stored(replies.get(0));
            Set<String> origins = config.origins(replies.get(1));
            if (stored.isEmpty()) {
                return lost.describe();
            }
            List<Command> mend =
                    config.mendLives(replies.subList(2, 4), stored.get().expireAt(), clock.instant());
            return mend(stored.get(), mend, new RoundLimit(config.name()))
                    .then(mended -> judge.apply(stored.get(), origins));
        });
    }

    /**
     * Gives config and trace the expiry that the config names, if a late command, or a client that has died, has left
     * another one. If this client may not do so, another one will.
     *
     * @param mend the commands that are necessary, if any
     */
    private Step<Void> mend(FilterDescription stored, List<Command> mend, RoundLimit rounds) {
        if (!stored.ready() || mend.isEmpty()) {
            return Step.done();
        }
        rounds.next();
        List<Command> commands = new ArrayList<>(mend);
        commands.add(config.read());
        return Step.send(config.batch(commands.toArray(new Command[0])), replies -> {
            for (int i = 0; i < mend.size(); i++) {
                if (!Answers.isRefused(replies.get(i))) {
                    Answers.requireSuccess(mend.get(i), replies.get(i));
                }
            }
            // Another client may have changed the expiry before the keys got this one.
            Optional<FilterDescription> changed = config.stored(replies.get(mend.size()))
                    .filter(now -> now.origin().equals(stored.origin()))
                    .filter(now -> !now.expireAt().equals(stored.expireAt()));
            return changed.map(now -> mend(
                            now, List.of(config.expire(now.expireAt()), config.expireTrace(now.expireAt())), rounds))
                    .orElseGet(() -> Step.done());
        });
    }

    /** Returns the filter that was found. */
    static Step<Optional<FilterDescription>> found(FilterDescription stored) {
        return Step.done(Optional.of(stored));
    }
}
