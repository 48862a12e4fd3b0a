package io.polybloom.internal.removal;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.ClaimsSweep;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes the two keys of filters whose partitions are gone: the traces first, then the config.
 *
 * <p>The config is moved away before it is removed. A command that arrives late can move the config of a later filter,
 * which is then restored. It is removed there only if a command of a second removal is late as well, and the place has
 * become free in between: by a third removal, an eviction or an expiry.
 */
final class ConfigRemoval {

    private final ConfigKey config;
    private final Set<String> origins = new HashSet<>();

    ConfigRemoval(ConfigKey config) {
        this.config = config;
    }

    /** Includes a life in the removal; returns whether it was not included before. */
    boolean include(String origin) {
        return origins.add(origin);
    }

    /** Returns all layers that a config names, those of the current generation last, each generation oldest first. */
    private static List<Layer> allLayers(ConfigRecord record) {
        List<Layer> layers = record.leftovers().layersOfOthers();
        layers.addAll(record.claimedLayers(record.filter()));
        return layers;
    }

    /** Removes the claims and the partitions that a config names. */
    static Step<Void> removeKeys(ConfigRecord record) {
        return ClaimsSweep.unlink(record.allClaims()).then(removed -> PartitionRemoval.unlink(allLayers(record)));
    }

    /**
     * Removes the traces of all included lives; first the temporary keys of traces, so that none can become a trace
     * afterwards.
     */
    Step<Void> removeTrace() {
        if (origins.isEmpty()) {
            return Step.done();
        }
        List<String> lives = List.copyOf(origins);
        byte[][] unborn = lives.stream().map(config::unbornTrace).toArray(byte[][]::new);
        byte[][] others = Arrays.copyOfRange(unborn, 1, unborn.length);
        return config.write(Commands.unlink(unborn[0], others))
                .then(count -> config.write(ConfigCommands.remove(config.trace(), lives)));
    }

    /**
     * Removes the configs of those of some lives that have ended without a mark, and all keys that these configs name.
     */
    Step<Void> removeEnded(List<String> lives) {
        if (lives.isEmpty()) {
            return Step.done();
        }
        Batch batch = config.batch(
                lives.stream().map(config::ended).map(Commands::readHash).toArray(Command[]::new));
        return Step.send(batch, replies -> {
            Step<Void> removal = Step.done();
            for (int i = 0; i < lives.size(); i++) {
                Optional<ConfigRecord> ended = config.recordOfAny(replies.get(i));
                String origin = lives.get(i);
                if (ended.isPresent()) {
                    include(origin);
                    removal = removal.then(removed -> removeEnded(ended.get(), origin));
                }
            }
            return removal;
        });
    }

    /**
     * Removes all keys of a life that has ended without a mark. The trace is removed after the partitions, since it
     * reserves the name until then, and before the config, which says until then that the life has ended.
     */
    Step<Void> removeEnded(ConfigRecord ended, String origin) {
        return removeKeys(ended)
                .then(removed -> removeTrace())
                .then(removed -> config.write(ConfigCommands.delete(config.ended(origin))));
    }

    /**
     * Moves the config away and removes it, or restores it if it is that of a later filter, or if its mark is gone. The
     * value is false if it is that of an included life, whose mark a failover has undone.
     */
    Step<Boolean> start() {
        Command move = Commands.rename(config.bytes(), config.gone());
        Command expire = Commands.expireAfter(config.gone(), ConfigKey.GONE_MILLIS);
        Command readGone = Commands.readHash(config.gone());
        return Step.send(config.batch(move, expire, readGone), replies -> {
            boolean isAbsent = Answers.saysNoSuchKey(replies.get(0));
            boolean isMoved = !isAbsent && Answers.integer(move, replies.get(0)) == 1;
            Answers.requireSuccess(expire, replies.get(1));
            Optional<ConfigRecord> gone = config.recordOfAny(replies.get(2));
            if (gone.filter(record -> !record.isDeleted()).isPresent()) {
                return isMoved
                        ? giveBack(gone.get().filter()) // taken at the last moment
                        : giveBackOrRemove(gone.get(), isAbsent);
            }
            if (isAbsent) {
                return Step.done(true);
            }
            return isMoved ? removeGone(gone).map(removed -> true) : clearTheWay(gone);
        });
    }

    /**
     * Gives back or removes a config that is in the way of the one to be removed, and that no deletion has marked.
     * Without a trace it belongs to a life that was never completed, and whose removal was interrupted.
     */
    private Step<Boolean> giveBackOrRemove(ConfigRecord inTheWay, boolean isAbsent) {
        FilterDescription filter = inTheWay.filter();
        return Step.send(config.batch(config.readTrace()), replies -> {
            boolean mayLive = config.origins(replies.get(0)).contains(filter.origin());
            return isAbsent || (mayLive && !origins.contains(filter.origin()))
                    ? giveBack(filter)
                    : clearTheWay(Optional.of(inTheWay));
        });
    }

    /**
     * Removes what is in the way, if the config under the name is still one to be removed, and begins again. Otherwise
     * another removal has moved that config away, and removes it from there; an unmarked config in the way is given
     * back. A second attempt could move the config of a later filter to where such a removal is about to remove its
     * own.
     */
    private Step<Boolean> clearTheWay(Optional<ConfigRecord> inTheWay) {
        return config.lookAtAny().then(any -> {
            Optional<ConfigRecord> left =
                    any.filter(record -> origins.contains(record.filter().origin()));
            if (left.isPresent()) {
                return removeGone(inTheWay).then(removed -> left.get().isDeleted() ? start() : Step.done(false));
            }
            return inTheWay.filter(record -> !record.isDeleted())
                    .map(record -> giveBack(record.filter()))
                    .orElseGet(() -> Step.done(true));
        });
    }

    private Step<Boolean> giveBack(FilterDescription filter) {
        return new LostConfig(config.name()).giveBack(filter).then(current -> {
            // Another removal may have moved a config that is to be removed to the same place meanwhile.
            boolean isToBeRemoved = current.filter(ConfigRecord::isDeleted)
                    .filter(record -> origins.contains(record.filter().origin()))
                    .isPresent();
            return isToBeRemoved ? start() : Step.done(!origins.contains(filter.origin()));
        });
    }

    /**
     * Removes the trace once more, since a client that opened the filter in the meantime may have restored it; and
     * everything of another life whose removal was interrupted.
     */
    private Step<Void> removeGone(Optional<ConfigRecord> gone) {
        return gone.filter(record -> include(record.filter().origin()))
                .map(ConfigRemoval::removeKeys)
                .orElseGet(() -> Step.done())
                .then(removed -> removeTrace())
                .then(removed -> config.write(ConfigCommands.delete(config.gone())));
    }

    /**
     * Ends a life on a server whose memory is full, and so has no room for the mark of a deletion. A rename needs no
     * memory. The config is moved away, and from there to a key that is named after its life; no client restores it
     * from there.
     *
     * <p>A single rename would not suffice: if it arrived late, it could move the config of a later filter to a key
     * where no client would look for it. With two renames, a late first one can also move such a config, but to the key
     * from which clients restore it; a late second one finds nothing there.
     *
     * @return the config at the end of the life, or empty if it has to be read again
     */
    Step<Optional<ConfigRecord>> endUnmarked(String origin) {
        Batch batch = moving(config.bytes(), config.gone());
        return Step.send(batch, replies -> {
            Optional<ConfigRecord> gone = moved(batch, replies);
            if (gone.filter(record -> record.isOfLife(origin)).isPresent()) {
                return finish(origin);
            }
            // The config of another filter, or the remains of an interrupted removal.
            return gone.isEmpty() ? again() : start().then(cleared -> again());
        });
    }

    /** Makes the end final. Another client may have restored the config in the meantime. */
    private Step<Optional<ConfigRecord>> finish(String origin) {
        byte[] ended = config.ended(origin);
        Batch batch = moving(config.gone(), ended);
        return Step.send(batch, replies -> {
            Optional<ConfigRecord> current = moved(batch, replies);
            boolean isOther = current.filter(record -> !record.isOfLife(origin)).isPresent();
            return isOther ? giveBack(ended) : Step.done(current);
        });
    }

    /** Handles the config of another client at the key from which this one was moved. */
    private Step<Optional<ConfigRecord>> giveBack(byte[] ended) {
        Batch batch = moving(ended, config.gone());
        return Step.send(batch, replies -> {
            moved(batch, replies);
            return again();
        });
    }

    private Batch moving(byte[] from, byte[] to) {
        return config.batch(
                Commands.rename(from, to), Commands.expireAfter(to, ConfigKey.GONE_MILLIS), Commands.readHash(to));
    }

    private Optional<ConfigRecord> moved(Batch batch, List<Reply> replies) {
        Answers.requireDone(batch, replies.subList(0, 2));
        return config.recordOfAny(replies.get(2));
    }

    private static Step<Optional<ConfigRecord>> again() {
        return Step.done(Optional.empty());
    }
}
