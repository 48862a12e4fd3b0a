package io.polybloom.internal.opening;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.internal.birth.LayerBirth;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.removal.LostConfig;
import io.polybloom.internal.removal.Removal;
import io.polybloom.internal.removal.Trace;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Opens a filter of a native layout: claims its name or adopts the stored filter, and completes an incomplete one. A
 * filter that is opened as an existing one is completed when it is first used. One that stands next to the trace of
 * another life does not count: the filter of the name is the other one, and its config was lost.
 */
public final class NativeOpening extends Opening {

    /**
     * The number of times that an opening completes a deletion that others have begun. More would only help against a
     * client that deletes the filter again and again.
     */
    private static final int MOST_REMOVALS = 3;

    private final String elementFormat;
    private final ConfigKey config;
    private final LostConfig lost;

    /**
     * Creates the opening of a filter.
     *
     * @param elementFormat how the caller's elements become bytes; empty if that is not known
     */
    public NativeOpening(String name, String elementFormat, Environment environment) {
        super(name, environment);
        this.elementFormat = elementFormat;
        this.config = new ConfigKey(name);
        this.lost = new LostConfig(name);
    }

    /**
     * If nothing is stored, the trace distinguishes a filter whose config was lost from one that does not exist. A
     * claim next to the trace of another life does not count: the name belongs to the filter that has lost its config.
     */
    @Override
    public Step<Optional<FilterDescription>> describe() {
        return config.look().then(found -> {
            Optional<FilterDescription> stored = found.map(ConfigRecord::filter);
            return stored.filter(FilterDescription::ready).isPresent() ? Step.done(stored) : lost.describe();
        });
    }

    /**
     * Reads the config and trace for a client that has the filter open, and writes the trace of a filter that is ready
     * and has none.
     */
    @Override
    public Step<Optional<FilterDescription>> touch() {
        return read((stored, origins) -> origins.contains(stored.origin()) || !stored.ready()
                ? found(stored)
                : new Trace(config, stored).restore());
    }

    /**
     * Reads the stored life before it is used: a filter that is ready with its trace, or a claim that may be completed.
     */
    private Step<Optional<FilterDescription>> find() {
        return read((stored, origins) -> {
            if (origins.contains(stored.origin())) {
                return found(stored);
            }
            return stored.ready() ? new Trace(config, stored).restore() : lost.describe();
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
            List<Command> mend = config.mendLives(
                    replies.subList(2, 4),
                    stored.get().expireAt(),
                    environment.clock().instant());
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
                    .filter(current -> current.origin().equals(stored.origin()))
                    .filter(current -> !current.expireAt().equals(stored.expireAt()));
            return changed.map(current -> mend(
                            current,
                            List.of(config.expire(current.expireAt()), config.expireTrace(current.expireAt())),
                            rounds))
                    .orElseGet(() -> Step.done());
        });
    }

    /** Returns the filter that was found. */
    private static Step<Optional<FilterDescription>> found(FilterDescription stored) {
        return Step.done(Optional.of(stored));
    }

    @Override
    public Step<Generation> adoptStored() {
        return find().then(current -> {
            if (current.isEmpty()) {
                return new OtherServers(config, environment.servers())
                        .requireNone()
                        .then(none -> {
                            throw absent("does not exist");
                        });
            }
            FilterDescription found = current.get();
            SpecComparison.requireServers(found, environment.servers());
            SpecComparison.requireElementFormat(found, elementFormat);
            return living(found).map(living -> new Generation(living.orElseThrow(this::expired)));
        });
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        Wanted wanted = new Wanted(
                () -> Descriptions.created(spec, elementFormat, environment),
                stored -> SpecComparison.requireSame(stored, spec));
        return ModuleOpening.requireModule(wanted.fresh().get()).then(there -> createOrAdopt(wanted));
    }

    /** Opens the stored filter if it matches; creates the filter if no filter is stored. */
    public Step<Generation> createOrAdopt(Wanted wanted) {
        return createOrAdopt(wanted, MOST_REMOVALS);
    }

    /**
     * The filter that a caller wants to open.
     *
     * @param fresh makes the description of a filter that is to be created
     * @param requireFit refuses a stored filter that does not match
     */
    public record Wanted(Supplier<FilterDescription> fresh, Consumer<FilterDescription> requireFit) {}

    private Step<Generation> createOrAdopt(Wanted wanted, int removalsLeft) {
        FilterDescription fresh = wanted.fresh().get();
        return new NameClaim(config, fresh).start().then(found -> {
            ConfigRecord stored = found.stored().orElseThrow(this::absentAtOnce);
            FilterDescription winner = stored.filter();
            if (stored.isDeleted()) {
                if (removalsLeft == 0) {
                    throw absentAtOnce();
                }
                return removeAndRepeat(winner, wanted, removalsLeft);
            }
            return living(winner)
                    .then(living -> living.isEmpty() && removalsLeft > 0
                            ? removeAndRepeat(winner, wanted, removalsLeft)
                            : adoptWinner(fresh, living.orElse(winner), found.traced(), wanted));
        });
    }

    private Step<Generation> removeAndRepeat(FilterDescription ended, Wanted wanted, int removalsLeft) {
        return removeEnded(ended).then(removed -> createOrAdopt(wanted, removalsLeft - 1));
    }

    /** Only the life that was read is removed: by now another client may have created the next one. */
    private Step<Boolean> removeEnded(FilterDescription ended) {
        SpecComparison.requireServers(ended, environment.servers());
        return Removal.ofEnded(ended).start();
    }

    private Step<Generation> adoptWinner(
            FilterDescription fresh, FilterDescription winner, Set<String> origins, Wanted wanted) {
        if (!winner.ready() && !ConfigKey.namesNoOther(winner.origin(), origins)) {
            return replaceClaim(fresh, winner, origins, wanted);
        }
        wanted.requireFit().accept(winner);
        boolean hasTrace = origins.contains(winner.origin());
        return hasTrace || !winner.ready()
                ? adopt(winner)
                : new Trace(config, winner).restore().then(current -> adopt(requireCreated(current)));
    }

    /**
     * Returns a stored filter unless it has expired. The config outlives the partitions; and the client that set the
     * expiry may have died before all keys had it. The expiry may have been put off before its instant, but after the
     * config was read: so the config is read once more after the clock.
     */
    private Step<Optional<FilterDescription>> living(FilterDescription stored) {
        return config.hasPassed(stored.expireAt()).then(hasPassed -> {
            if (!hasPassed) {
                return Step.done(Optional.of(stored));
            }
            return describe()
                    .then(current -> current.filter(again -> again.origin().equals(stored.origin()))
                            .filter(again -> !again.expireAt().equals(stored.expireAt()))
                            .map(this::living)
                            .orElseGet(() -> Step.done(Optional.empty())));
        });
    }

    /**
     * Makes room for a filter that is to be copied to the name: removes one that has expired, or whose deletion has
     * begun and may never end.
     */
    public Step<Optional<FilterDescription>> describeLiving() {
        return describe()
                .then(stored -> stored.isPresent()
                        ? living(stored.get()).then(living -> living.isPresent() ? found(living.get()) : remove(stored))
                        : lost.findEnded().then(this::remove));
    }

    private Step<Optional<FilterDescription>> remove(Optional<FilterDescription> ended) {
        return ended.map(filter -> removeEnded(filter).map(removed -> Optional.<FilterDescription>empty()))
                .orElseGet(() -> Step.done(Optional.empty()));
    }

    /** Completes the filter if no client has done so, and replaces a generation that a rebuild has replaced. */
    @Override
    public Step<Generation> adopt(FilterDescription stored) {
        SpecComparison.requireServers(stored, environment.servers());
        SpecComparison.requireElementFormat(stored, elementFormat);
        if (Descriptions.isUsable(stored)) {
            return Step.done(new Generation(stored));
        }
        Step<Optional<ConfigRecord>> completed = stored.ready() ? replace(stored) : complete(stored);
        return completed
                .then(current -> current.filter(record -> record.isOfLife(stored.origin()))
                        .map(record -> found(record.filter()))
                        .orElseGet(this::find))
                .then(latest -> {
                    FilterDescription current = requireCreated(latest);
                    SpecComparison.requireSame(current, stored);
                    return adopt(current);
                });
    }

    private Step<Optional<ConfigRecord>> replace(FilterDescription old) {
        return new RebuildDecision(old, old.rebuild().orElseThrow()).carryOut(environment.ids());
    }

    private Step<Optional<ConfigRecord>> complete(FilterDescription claimed) {
        LayerBirth birth = new LayerBirth(config, claimed, environment.ids());
        if (Descriptions.number(claimed) > 0) {
            // Only the first generation has claimed the name.
            return birth.start();
        }
        NameClaim claim = new NameClaim(config, claimed);
        return claim.requirePriority()
                .then(alone -> birth.start())
                .then(current -> claim.forgetOrder().map(forgotten -> current));
    }

    /** Only this client's own claim is withdrawn, in favour of a filter that has the name by its trace. */
    private Step<Generation> replaceClaim(
            FilterDescription claimed, FilterDescription stored, Set<String> origins, Wanted wanted) {
        Step<FilterDescription> found = stored.origin().equals(claimed.origin())
                ? lost.replaceClaim(claimed, origins)
                : lost.describe().map(this::requireCreated);
        return found.then(restored -> {
            wanted.requireFit().accept(restored);
            return adopt(restored);
        });
    }

    /**
     * Withdraws a claim that was made next to the trace of another life, and restores the filter of that life.
     *
     * @param origins the origins that the trace names
     * @throws LostDataException if the config of that filter is lost
     */
    public Step<FilterDescription> replaceClaim(FilterDescription claimed, Set<String> origins) {
        return lost.replaceClaim(claimed, origins);
    }

    /** Gives the config of a life its name again if it was moved away; the value is empty if it is not found. */
    public Step<Optional<FilterDescription>> bringBack(String origin) {
        return lost.bringBack(Set.of(origin));
    }

    private FilterDescription requireCreated(Optional<FilterDescription> stored) {
        return stored.orElseThrow(this::absentAtOnce);
    }

    private FilterGoneException absentAtOnce() {
        return absent("was deleted while it was being created");
    }
}
