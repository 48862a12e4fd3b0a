package io.polybloom.internal.lifecycle;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes a native filter: its partitions first, then the trace of its life, and the config last. So a client that
 * holds it open meets dead partitions before anybody can create another filter, and a crash on the way leaves a filter
 * that says that it has lost its data. The config is moved away before it is removed: then it is known what it said at
 * last, and whoever takes the name at the last moment gets his back.
 */
public final class Deletion {

    private final ConfigKey config;
    private final Optional<String> life;
    private final List<Layer> known;
    private final Set<String> origins = new HashSet<>();
    private final Set<String> living = new HashSet<>();
    private final Set<String> removed = new HashSet<>();
    private final Set<String> complete = new HashSet<>();

    /** Prepares the deletion of a filter that the caller has open. */
    Deletion(Generation open) {
        this.config = new ConfigKey(open.description().name());
        this.life = Optional.of(open.description().origin());
        this.known = open.layers();
        noteComplete(open.description(), known);
        this.origins.add(open.description().origin());
    }

    /** Prepares the deletion of whatever there is under a name. */
    public Deletion(String name) {
        this.config = new ConfigKey(name);
        this.life = Optional.empty();
        this.known = List.of();
    }

    /** The steps. */
    public Step<Void> start() {
        return remove(known).then(removed -> removeStored());
    }

    /** Until the config shows nothing that is still there: a layer may be opened, or a clear published, meanwhile. */
    private Step<Void> removeStored() {
        return Step.send(config.batch(config.read(), config.readTrace()), replies -> {
            Optional<ConfigRecord> stored = config.record(replies.get(0));
            Set<String> traces = config.origins(replies.get(1));
            if (stored.isPresent() && isAnotherLife(stored.get())) {
                return removeTrace();
            }
            (life.isPresent() && stored.isEmpty() ? living : origins).addAll(traces);
            origins.forEach(living::remove);
            List<Layer> left = left(stored, removed);
            stored.ifPresent(record -> noteComplete(record.filter(), left));
            return left.isEmpty()
                    ? removeTrace().then(nothing -> removeConfig())
                    : remove(left).then(removed -> removeStored());
        });
    }

    private Step<Void> removeTrace() {
        return origins.isEmpty()
                ? new Step.Done<>(null)
                : write(ConfigCommands.remove(config.trace(), List.copyOf(origins)))
                        .then(answer -> new Step.Done<>(null));
    }

    private Step<Void> removeConfig() {
        Command move = Commands.rename(config.bytes(), config.gone());
        return Step.send(config.batch(move, Commands.readHash(config.gone())), replies -> {
            boolean isAbsent = Answers.saysNoSuchKey(replies.get(0));
            boolean isMoved = !isAbsent && Answers.integer(move, replies.get(0)) == 1;
            Optional<ConfigRecord> gone = config.record(replies.get(1));
            boolean isForeign = gone.isPresent() && isAnotherLife(gone.get());
            if (isMoved) {
                return isForeign ? giveBack() : removeMoved(gone);
            }
            if (isForeign && living.contains(gone.get().filter().origin())) {
                return new Step.Done<>(null);
            }
            // What stood in the way was left by a deletion that has died.
            return gone.isEmpty()
                    ? new Step.Done<>(null)
                    : removeMoved(gone).then(removed -> isAbsent ? new Step.Done<>(null) : removeConfig());
        });
    }

    /** Whoever opens the filter just now may have restored the trace, and then the config. */
    private Step<Void> removeMoved(Optional<ConfigRecord> moved) {
        moved.ifPresent(record -> origins.add(record.filter().origin()));
        return remove(left(moved, complete))
                .then(removed -> removeTrace())
                .then(removed -> write(ConfigCommands.delete(config.gone())))
                .then(count -> count == 1 ? new Step.Done<>(null) : removeStored());
    }

    /** The name was taken at the last moment. */
    private Step<Void> giveBack() {
        return write(Commands.rename(config.gone(), config.bytes())).then(answer -> new Step.Done<>(null));
    }

    private Step<Long> write(Command command) {
        return Step.send(config.batch(command), replies -> new Step.Done<>(Answers.integer(command, replies.get(0))));
    }

    /** The filter that the caller means is no more, and another one has its name. */
    private boolean isAnotherLife(ConfigRecord stored) {
        return life.filter(origin -> !origin.equals(stored.filter().origin())).isPresent();
    }

    /** Layers that are complete are never made again; others may be in the making, until the config is gone. */
    private void noteComplete(FilterDescription filter, List<Layer> layers) {
        int count = filter.ready() ? filter.layers().size() : 0;
        layers.stream().filter(layer -> layer.index() < count).forEach(layer -> complete.add(id(layer)));
    }

    private static List<Layer> left(Optional<ConfigRecord> stored, Set<String> done) {
        List<Layer> left = new ArrayList<>();
        stored.ifPresent(record -> record.claimedLayers(record.filter()).stream()
                .filter(layer -> !done.contains(id(layer)))
                .forEach(left::add));
        return left;
    }

    private Step<Void> remove(List<Layer> layers) {
        layers.forEach(layer -> removed.add(id(layer)));
        return PartitionSweep.unlink(layers);
    }

    private static String id(Layer layer) {
        return layer.filter().generation() + "." + layer.index();
    }
}
