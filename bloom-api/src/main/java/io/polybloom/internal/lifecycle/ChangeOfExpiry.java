package io.polybloom.internal.lifecycle;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Sets, changes or removes the expiry of a native filter. At no time does a partition outlive the config, or its
 * clients would go on beside a filter that is created anew: an expiry that is put off comes to the config first, any
 * other one last. It is settled only when the config, read after the last partition, says what the partitions have
 * been given.
 */
final class ChangeOfExpiry {

    private static final int MOST_SUCCESSORS = 3;

    private final OpenFilter filter;
    private final ConfigKey config;
    private int successors;

    ChangeOfExpiry(OpenFilter filter) {
        this.filter = filter;
        this.config = new ConfigKey(filter.snapshot().generation().description().name());
    }

    /** The steps; empty for never. */
    Step<Void> start(Optional<Instant> expireAt) {
        // As exact as Redis keeps it, so that what is read can be compared with what was written.
        Optional<Instant> stored = expireAt.map(instant -> instant.truncatedTo(ChronoUnit.MILLIS));
        return filter.refresh().then(current -> change(current.generation(), stored));
    }

    private Step<Void> change(Generation current, Optional<Instant> expireAt) {
        Optional<Instant> before = current.description().expireAt();
        boolean isPutOff = expireAt.isEmpty()
                || before.filter(instant -> !instant.isAfter(expireAt.get())).isPresent();
        if (isPutOff) {
            return publish(current, expireAt)
                    .then(now -> write(config.expireTrace(expireAt)).then(traced -> settle(current, now, expireAt)));
        }
        return PartitionSweep.settle(current.layers(), expireAt)
                .then(dead -> dead.isEmpty() || hasPassed(expireAt)
                        ? write(config.expireTrace(expireAt))
                                .then(traced -> publish(current, expireAt))
                                .then(now -> settle(current, now, expireAt))
                        : recover(current, dead, expireAt));
    }

    /** Writes the expiry into the config, and reads which generation and layers it has been written for. */
    private Step<Optional<FilterDescription>> publish(Generation current, Optional<Instant> expireAt) {
        String origin = current.description().origin();
        Batch batch = config.batch(
                ConfigCommands.publishExpiry(config.bytes(), origin, expireAt), config.expire(expireAt), config.read());
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(config.stored(replies.get(2)));
        });
    }

    /**
     * Gives all partitions what the config says, until it still says the same when they have it.
     *
     * @param applied what config and trace have been given
     */
    private Step<Void> settle(Generation meant, Optional<FilterDescription> now, Optional<Instant> applied) {
        if (hasPassed(applied)) {
            return new Step.Done<>(null);
        }
        String origin = meant.description().origin();
        if (now.filter(stored -> !stored.origin().equals(origin)).isPresent()) {
            return giveBack(origin, now.get());
        }
        return takeUp(now, meant, applied).then(taken -> {
            if (taken.isEmpty()) {
                return new Step.Done<>(null);
            }
            Generation current = taken.get().generation();
            Optional<Instant> expireAt = current.description().expireAt();
            return restore(expireAt, applied)
                    .then(restored -> PartitionSweep.settle(current.layers(), expireAt))
                    .then(dead -> dead.isEmpty() ? confirm(current) : recover(current, dead, expireAt));
        });
    }

    /** Empty if the filter has expired by what it was given itself. */
    private Step<Optional<Snapshot>> takeUp(
            Optional<FilterDescription> now, Generation meant, Optional<Instant> applied) {
        try {
            return filter.takeUp(now, meant).then(taken -> new Step.Done<>(Optional.of(taken)));
        } catch (FilterGoneException gone) {
            if (hasPassed(applied)) {
                return new Step.Done<>(Optional.empty());
            }
            throw gone;
        }
    }

    /** Another client has set the expiry, too; which of the two has come last to config and trace is not known. */
    private Step<Void> restore(Optional<Instant> expireAt, Optional<Instant> applied) {
        return expireAt.equals(applied)
                ? new Step.Done<>(null)
                : write(config.expire(expireAt)).then(restored -> write(config.expireTrace(expireAt)));
    }

    private Step<Void> confirm(Generation swept) {
        return Step.send(config.batch(config.read()), replies -> {
            Optional<FilterDescription> now = config.stored(replies.get(0));
            boolean isSettled = now.filter(stored -> stored.generation().equals(swept.id()))
                    .filter(stored -> stored.layers().equals(swept.description().layers()))
                    .filter(stored ->
                            stored.expireAt().equals(swept.description().expireAt()))
                    .isPresent();
            return isSettled
                    ? new Step.Done<>(null)
                    : settle(swept, now, swept.description().expireAt());
        });
    }

    private Step<Void> recover(Generation current, List<Partition> dead, Optional<Instant> expireAt) {
        if (hasPassed(expireAt)) {
            return new Step.Done<>(null);
        }
        if (++successors > MOST_SUCCESSORS) {
            throw Recovery.changedTwice(current);
        }
        return new Recovery(filter, current, Access.LOOK_UP, dead)
                .findSuccessor()
                .then(successor -> change(successor.generation(), expireAt));
    }

    /** The filter was deleted and created anew in between: the config's expiry is the new one's. */
    private Step<Void> giveBack(String origin, FilterDescription other) {
        return write(ConfigCommands.publishExpiry(config.bytes(), origin, Optional.empty()))
                .then(forgotten -> write(config.expire(other.expireAt())))
                .then(given -> write(config.expireTrace(other.expireAt())))
                .then(given -> {
                    throw filter.opening().absent("was deleted and created anew in the meantime");
                });
    }

    private boolean hasPassed(Optional<Instant> expireAt) {
        return expireAt.filter(instant -> !instant.isAfter(filter.now())).isPresent();
    }

    private Step<Void> write(Command command) {
        return Step.send(config.batch(command), replies -> {
            Answers.requireSuccess(command, replies.get(0));
            return new Step.Done<>(null);
        });
    }
}
