package io.polybloom.internal.removal;

import io.polybloom.FilterDescription;
import io.polybloom.OverCapacity;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.ClaimsSweep;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.window.Closing;
import io.polybloom.internal.window.Present;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes a native filter: its partitions first; then the config says that this life has ended, so that no client
 * clears or grows it afterwards (or, if the server has no memory for that, {@link ConfigRemoval#endUnmarked the config
 * is moved away}); then the keys that were made meanwhile are removed, then the trace, and the config last. So a client
 * that holds the filter open meets dead partitions before another filter can be created. A removal that has died is
 * finished by the next one or, if the config says so, by the next client that opens the name.
 */
public final class Removal {

    private final ConfigKey config;
    private final RoundLimit rounds;
    private final Optional<String> life;
    private final Optional<Generation> open;
    private final int servers;
    private final boolean isAsked;
    private final ConfigRemoval rest;
    private Optional<Generation> seen = Optional.empty();
    private List<ClaimsKey> claims = List.of();
    private boolean isAny;

    private Removal(String name, Optional<Generation> open, int servers, boolean isAsked) {
        this.config = new ConfigKey(name);
        this.rounds = new RoundLimit(name);
        this.open = open;
        this.life = open.map(generation -> generation.description().origin());
        this.servers = servers;
        this.isAsked = isAsked;
        this.rest = new ConfigRemoval(config);
        life.ifPresent(rest::include);
    }

    /**
     * Prepares the removal of a filter that the caller has open, but not of another filter that has its name by now.
     */
    public static Removal of(Generation open) {
        return new Removal(
                open.description().name(), Optional.of(open), open.description().servers(), true);
    }

    /**
     * Prepares the removal of a filter that has ended. Nobody has asked for this removal, so it fails if the trace
     * names only another life: the config of that life was lost, and its bits may be in use.
     */
    public static Removal ofEnded(FilterDescription ended) {
        return new Removal(ended.name(), Optional.of(new Generation(ended)), ended.servers(), false);
    }

    /**
     * Prepares the removal of everything under a name.
     *
     * @param servers the number of independent servers; a filter on another number of them is refused
     */
    public static Removal of(String name, int servers) {
        return new Removal(name, Optional.empty(), servers, true);
    }

    /** Returns the steps; the value says whether there was a config or a trace. */
    public Step<Boolean> start() {
        return removeStored().map(removed -> isAny);
    }

    /**
     * Reads the trace first: a trace that a creator leaves between the two reads must not look as if its config were
     * lost.
     */
    private Step<Void> removeStored() {
        rounds.next();
        return Step.send(config.batch(config.readTrace(), config.read()), replies -> {
            List<FilterDescription> traced = config.traced(replies.get(0));
            Optional<ConfigRecord> stored = config.recordOfAny(replies.get(1));
            isAny |= stored.isPresent() || !traced.isEmpty();
            if (stored.isEmpty()) {
                return removeWithoutConfig(traced);
            }
            ConfigRecord record = stored.get();
            boolean isTraced = traced.stream().anyMatch(filter -> record.isOfLife(filter.origin()));
            if (isAnotherLife(record)) {
                boolean isClaim = !record.filter().ready() && !isTraced;
                return isClaim ? removeBehindClaim() : removeBehindAnotherLife();
            }
            SpecComparison.requireServers(record.filter(), servers);
            String origin = record.filter().origin();
            boolean isBesideAnother = record.filter().ready() && !traced.isEmpty() && !isTraced;
            if (!isAsked && isBesideAnother && !record.isDeleted()) {
                throw new LostConfig(config.name()).complaint();
            }
            rest.include(origin);
            // Another life has left its trace, or its config was lost and this one is a claim that was refused.
            List<FilterDescription> others = traced.stream()
                    .filter(filter -> !filter.origin().equals(origin))
                    .toList();
            return unlinkTraced(others).then(removed -> remove(record));
        });
    }

    /**
     * Brings the config of this life back if it was only moved away. Otherwise the client of the claim would do so when
     * it has seen the trace, even if the trace is removed by then.
     */
    private Step<Void> removeBehindClaim() {
        return new LostConfig(config.name())
                .bringBack(Set.of(life.get()))
                .then(found -> found.filter(filter -> filter.origin().equals(life.get()))
                                .isPresent()
                        ? removeStored()
                        : removeBehindAnotherLife());
    }

    /** Removes what is left of this life, whose config may have been lost. */
    private Step<Void> removeBehindAnotherLife() {
        return open.map(Removal::unlinkAll).orElseGet(() -> Step.done()).then(removed -> rest.removeTrace());
    }

    private Step<Void> remove(ConfigRecord record) {
        seen = Optional.of(record.claimed(record.filter()));
        claims = record.allClaims();
        return record.isDeleted()
                ? removePartitions(record)
                : PartitionRemoval.unlink(record.claimedLayers(record.filter()))
                        .then(removed -> unlinkKnown())
                        .then(removed ->
                                Closing.beforeRemoval(config, record.filter()).start())
                        .then(isClosed -> isClosed ? end(record) : removeStored());
    }

    /**
     * Removes the layers that the caller knows, after those that the config names: the config may name more layers of a
     * generation, and the newest layer must go first.
     */
    private Step<Void> unlinkKnown() {
        return open.map(generation -> PartitionRemoval.unlink(generation.layers()))
                .orElseGet(() -> Step.done());
    }

    /**
     * Marks the life as ended, unless a clear was faster, or another client completes the generation: then the config
     * is read again.
     */
    private Step<Void> end(ConfigRecord last) {
        Command mark = mark(last);
        return Step.send(config.batch(mark, config.read()), replies -> {
            boolean isRefused = Answers.isOutOfMemory(replies.get(0));
            if (!isRefused) {
                Answers.requireSuccess(mark, replies.get(0));
            }
            Optional<ConfigRecord> current = config.recordOfAny(replies.get(1));
            boolean isEnded = current.filter(ConfigRecord::isDeleted).isPresent();
            if (isEnded && !isAnotherLife(current.get())) {
                return removePartitions(current.get());
            }
            if (isRefused) {
                return current.filter(record -> isUnchanged(record, last)).isPresent()
                        ? endUnmarked(last.filter().origin())
                        : removeStored();
            }
            boolean isOver = current.filter(
                            record -> record.isOfLife(last.filter().origin()))
                    .isEmpty();
            // The life ended in another way: the mark would be left behind alone.
            return isOver && Answers.integer(mark, replies.get(0)) == 1
                    ? config.forget(last.filter().origin(), ConfigCommands.withdraw(mark))
                            .then(withdrawn -> removeStored())
                    : removeStored();
        });
    }

    /**
     * The removed partitions stop every other client until the mark arrives, however late. A generation that is not
     * ready may have none, and others may complete and use it: its mark is an entry of the log of its birth, which has
     * no effect after any other entry.
     */
    private Command mark(ConfigRecord last) {
        FilterDescription filter = last.filter();
        return filter.ready()
                ? ConfigCommands.markDeleted(config.bytes(), filter)
                : ConfigCommands.giveUp(config.bytes(), last.birth(filter.generation(), 0));
    }

    private static boolean isUnchanged(ConfigRecord current, ConfigRecord last) {
        return current.isOfLife(last.filter().origin())
                && current.isOfGeneration(last.filter().generation());
    }

    /** The memory of the server is full, and the partitions that were removed have not made enough room. */
    private Step<Void> endUnmarked(String origin) {
        return rest.endUnmarked(origin)
                .then(ended -> ended.isPresent() ? rest.removeEnded(ended.get(), origin) : removeStored());
    }

    private Step<Void> removePartitions(ConfigRecord ended) {
        return ConfigRemoval.removeKeys(ended)
                .then(removed -> rest.removeTrace())
                .then(removed -> rest.start())
                .then(isOver -> isOver ? Step.done() : removeStored());
    }

    /**
     * If this removal has seen the config before it was lost, it has removed the layers that the config named then.
     * Another client may have made one of them since then, or the next one.
     */
    private Step<Void> removeWithoutConfig(List<FilterDescription> traced) {
        Step<Void> removal = seen.map(Removal::unlinkBehind).orElseGet(() -> Step.done());
        return removal.then(removed -> ClaimsSweep.unlink(claims)).then(removed -> removeTraced(traced));
    }

    /**
     * A config that was only moved away is brought back, so that the removal finds all that it names. It is looked for
     * in the order in which it moves, so that it cannot pass by unseen.
     */
    private Step<Void> removeTraced(List<FilterDescription> traced) {
        Set<String> lives = Stream.concat(life.stream(), traced.stream().map(FilterDescription::origin))
                .collect(Collectors.toSet());
        if (lives.isEmpty()) {
            return rest.removeTrace();
        }
        return new LostConfig(config.name())
                .bringBack(lives)
                .then(restored -> restored.isPresent()
                        ? removeStored()
                        : rest.removeEnded(List.copyOf(lives)).then(removed -> removeLost(traced, lives)));
    }

    /**
     * A config that was on its way there and back, while it was looked for at both ends, is there by now. No other
     * client looks for it elsewhere once it has no trace.
     */
    private Step<Void> removeLost(List<FilterDescription> traced, Set<String> lives) {
        return open.map(Removal::unlinkAll)
                .orElseGet(() -> unlinkTraced(traced))
                .then(removed -> rest.removeTrace())
                .then(removed -> config.lookAtAny())
                .then(any -> any.filter(record -> lives.contains(record.filter().origin()))
                                .isPresent()
                        ? removeStored()
                        : Step.done());
    }

    /**
     * The partitions are removed before their trace: otherwise a filter could be created next to one that is still in
     * use. A trace names the generation with which a filter began: after a clear the partitions have names that do not
     * follow from it.
     */
    private Step<Void> unlinkTraced(List<FilterDescription> traced) {
        traced.forEach(filter -> {
            SpecComparison.requireServers(filter, servers);
            rest.include(filter.origin());
        });
        return Steps.each(traced.iterator(), filter -> unlinkAll(new Generation(filter)));
    }

    /**
     * Removes the partitions of a generation of which not all layers may be known: it is no longer known how often the
     * filter has grown, but each layer follows from the one before. All of them are looked up before the first one is
     * removed. The layer after the last one is also removed, since another client may be opening it.
     */
    private static Step<Void> unlinkAll(Generation known) {
        return known.description().overCapacity() == OverCapacity.GROW
                ? unlinkGrown(known)
                : Present.layersAtAnyTime(known).then(PartitionRemoval::unlink);
    }

    /**
     * Removes the keys of a generation after its known layers, and these again. They may be gone already, so that the
     * layer after them shows whether there are more.
     */
    private static Step<Void> unlinkBehind(Generation known) {
        return unlinkAll(known.description().overCapacity() == OverCapacity.GROW ? withNext(known) : known);
    }

    private static Step<Void> unlinkGrown(Generation found) {
        return PartitionSweep.existsAny(found.newest())
                .then(exists -> exists ? unlinkGrown(withNext(found)) : PartitionRemoval.unlink(found.layers()));
    }

    private static Generation withNext(Generation found) {
        return new Generation(Descriptions.withLayer(found.description(), found.shapeOfNext()));
    }

    private boolean isAnotherLife(ConfigRecord stored) {
        return life.filter(origin -> !stored.isOfLife(origin)).isPresent();
    }
}
