package io.polybloom.internal.removal;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides how to continue when the config of a filter is missing. A late command of the deletion of an earlier filter
 * may have moved it away; then it is brought back. Otherwise it is lost, and that is reported.
 */
public final class LostConfig {

    /** What has become of the config of a life. */
    private enum State {
        FOUND,
        ENDED,
        LOST
    }

    /**
     * The most looks at a claim that is in the way. Its client withdraws it with its next exchanges, unless the client
     * has died, and every call of every client waits for that.
     */
    private static final int MOST_LOOKS_AT_A_CLAIM = 100;

    private final String name;
    private final ConfigKey config;

    public LostConfig(String name) {
        this.name = name;
        this.config = new ConfigKey(name);
    }

    /**
     * Reads config and trace once more, the trace first: a removal removes it before the config. A claim beside the
     * trace of another life does not count; its client withdraws it.
     */
    public Step<Optional<FilterDescription>> describe() {
        return describe(Set.of());
    }

    /** Another life may begin between two reads. So a claim is in the way only if it is still beside the same trace. */
    private Step<Optional<FilterDescription>> describe(Set<String> before) {
        return Step.send(config.batch(config.readTrace(), config.read()), replies -> {
            Optional<ConfigRecord> stored = config.recordOfAny(replies.get(1));
            Set<String> origins = config.origins(replies.get(0));
            boolean isSettled = stored.isPresent() && !isInTheWay(stored, origins);
            if (isSettled || origins.isEmpty()) {
                return Step.done(stored.filter(record -> !record.isDeleted()).map(ConfigRecord::filter));
            }
            return bringBack(origins)
                    .then(moved -> moved.isPresent() ? Step.done(moved) : requireEnded(List.copyOf(origins)))
                    .then(found -> {
                        if (found.filter(filter -> !filter.ready() && !origins.contains(filter.origin()))
                                .isEmpty()) {
                            return Step.done(found);
                        }
                        if (origins.equals(before)) {
                            throw complaint();
                        }
                        return describe(origins);
                    });
        });
    }

    /**
     * Returns whether there is no config, or a claim that its client withdraws, since the name belongs to another life.
     */
    private static boolean isInTheWay(Optional<ConfigRecord> stored, Set<String> origins) {
        return stored.filter(record -> record.isDeleted()
                        || record.filter().ready()
                        || origins.contains(record.filter().origin()))
                .isEmpty();
    }

    /**
     * Returns no filter, or the one that has its config by now; fails if the config of a life is lost. A removal on a
     * server whose memory is full leaves the trace until it has removed the partitions.
     */
    private Step<Optional<FilterDescription>> requireEnded(List<String> origins) {
        return Steps.each(
                        origins.iterator(),
                        origin -> find(origin)
                                .also(state -> {
                                    if (state == State.LOST) {
                                        throw complaint();
                                    }
                                })
                                .asVoid())
                .then(ended -> config.look().map(found -> found.map(ConfigRecord::filter)));
    }

    /**
     * Looks for a life that has ended although its deletion is not complete: its config is marked, or was moved away
     * for good, and its trace still reserves the name.
     */
    public Step<Optional<FilterDescription>> findEnded() {
        return Step.send(config.batch(config.readTrace(), config.read()), replies -> {
            Optional<ConfigRecord> any = config.recordOfAny(replies.get(1));
            return any.isPresent()
                    ? Step.done(any.filter(ConfigRecord::isDeleted).map(ConfigRecord::filter))
                    : findEnded(config.origins(replies.get(0)).iterator());
        });
    }

    private Step<Optional<FilterDescription>> findEnded(Iterator<String> origins) {
        if (!origins.hasNext()) {
            return Step.done(Optional.empty());
        }
        String origin = origins.next();
        Command read = Commands.readHash(config.ended(origin));
        return Step.send(config.batch(read), replies -> {
            Optional<ConfigRecord> ended = config.recordOfAny(replies.get(0)).filter(record -> record.isOfLife(origin));
            return ended.isPresent() ? Step.done(ended.map(ConfigRecord::filter)) : findEnded(origins);
        });
    }

    /**
     * Withdraws a new claim and restores the filter whose trace was found.
     *
     * @throws LostDataException if the config of that filter is lost
     */
    public Step<FilterDescription> replaceClaim(FilterDescription claimed, Set<String> origins) {
        return readMoved(origins)
                .then(moved -> {
                    moved.orElseThrow(this::complaint);
                    return config.withdrawClaim(claimed);
                })
                .then(withdrawn -> config.write(Commands.unlink(config.unbornTrace(claimed.origin()))))
                .then(withdrawn -> bringBack(origins))
                .map(restored -> restored.orElseThrow(this::complaint));
    }

    /** Returns whether a life goes on: its config is there, or was lost. Then other clients may use its keys. */
    Step<Boolean> goesOn(String origin) {
        return find(origin).map(state -> state != State.ENDED);
    }

    /**
     * Distinguishes a config that was lost from one that was removed. A deletion first marks the config, or moves it to
     * a key of its life, and removes the trace before the config. So the trace is read after both.
     */
    private Step<State> find(String origin) {
        Command readEnded = Commands.readHash(config.ended(origin));
        return Step.send(config.batch(config.read(), readEnded, config.readTrace()), replies -> {
            Optional<ConfigRecord> found = config.recordOfAny(replies.get(0)).filter(record -> record.isOfLife(origin));
            if (found.isPresent()) {
                return Step.done(found.get().isDeleted() ? State.ENDED : State.FOUND);
            }
            boolean isEnded = config.recordOfAny(replies.get(1)).isPresent();
            boolean isTraced = config.origins(replies.get(2)).contains(origin);
            return Step.done(isTraced && !isEnded ? State.LOST : State.ENDED);
        });
    }

    /** Returns the complaint that a config is lost. */
    public LostDataException complaint() {
        return new LostDataException(
                name,
                "the config of the filter '" + name
                        + "' was lost (evicted, deleted by hand, or lost in a failover), but its bits may still exist"
                        + " and be in use. To create the filter anew, and empty, first remove what is left, with"
                        + " FilterRemoval.of(\"" + name + "\") or `bloom delete " + name + "`");
    }

    /**
     * Gives a config that was moved away its name again, unless another filter has it by now; the value is the config
     * that has the name then.
     */
    Step<Optional<ConfigRecord>> giveBack(FilterDescription moved) {
        return rename(moved);
    }

    /**
     * Gives the config that was moved away its name again; empty if it is lost. What another client has written in its
     * place, before it found that there is no config, is in the way until that client withdraws it. The same holds for
     * its claim to the name.
     */
    public Step<Optional<FilterDescription>> bringBack(Set<String> origins) {
        RoundLimit rounds = new RoundLimit(name);
        int[] claims = {0};
        return bringBack(origins, any -> rounds.mayRepeat() && (any.isEmpty() || ++claims[0] < MOST_LOOKS_AT_A_CLAIM));
    }

    /** Does as {@link #bringBack}, but waits for nobody. */
    Step<Optional<FilterDescription>> tryToBringBack(Set<String> origins) {
        return bringBack(origins, any -> false);
    }

    private Step<Optional<FilterDescription>> bringBack(
            Set<String> origins, Predicate<Optional<ConfigRecord>> mayRepeat) {
        return readMoved(origins)
                .then(moved -> moved.isEmpty()
                        ? lookAgain(origins)
                        : rename(moved.get())
                                .then(any -> isInTheWay(any, origins) && mayRepeat.test(any)
                                        ? bringBack(origins, mayRepeat)
                                        : Step.done(any.filter(record -> !record.isDeleted())
                                                .map(ConfigRecord::filter))));
    }

    /** Another client may have brought the config back before this one looked where it had been moved to. */
    private Step<Optional<FilterDescription>> lookAgain(Set<String> origins) {
        return config.look()
                .map(current -> current.filter(record -> !record.isDeleted())
                        .filter(record -> origins.stream().anyMatch(record::isOfLife))
                        .map(ConfigRecord::filter));
    }

    private Step<Optional<ConfigRecord>> rename(FilterDescription moved) {
        Command rename = Commands.rename(config.gone(), config.bytes());
        return Step.send(config.batch(rename, config.read()), replies -> {
            boolean isRenamed = !Answers.saysNoSuchKey(replies.get(0)) && Answers.integer(rename, replies.get(0)) == 1;
            Optional<ConfigRecord> any = config.recordOfAny(replies.get(1));
            return isRenamed ? config.write(config.expire(moved.expireAt())).map(kept -> any) : Step.done(any);
        });
    }

    /** Returns the config that was moved away, if its trace says that it lives. */
    private Step<Optional<FilterDescription>> readMoved(Set<String> origins) {
        Command read = Commands.readHash(config.gone());
        return Step.send(config.batch(read), replies -> {
            Optional<FilterDescription> moved = config.stored(replies.get(0));
            return Step.done(moved.filter(gone -> origins.contains(gone.origin())));
        });
    }
}
