package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Opens a filter of a native layout: claims its name or adopts what is stored, and completes a half-made one. A filter
 * that is only asked for, not specified, is completed when it is first used.
 */
public final class NativeOpening implements Opening {

    /** How often an opening finishes what others have begun to delete. */
    private static final int MOST_REMOVALS = 3;

    private final String name;
    private final String elementFormat;
    private final ConfigKey config;
    private final LostConfig lost;
    private final Environment environment;

    /**
     * Creates the opening of a filter.
     *
     * @param elementFormat how the caller's elements become bytes; empty if that is not known
     */
    public NativeOpening(String name, String elementFormat, Environment environment) {
        this.name = name;
        this.elementFormat = elementFormat;
        this.config = new ConfigKey(name);
        this.lost = new LostConfig(name);
        this.environment = environment;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Environment environment() {
        return environment;
    }

    /** Where nothing is stored, the trace tells a filter whose config was lost from one that does not exist. */
    @Override
    public Step<Optional<FilterDescription>> describe() {
        return Step.send(config.batch(config.read()), replies -> {
            Optional<FilterDescription> stored = config.stored(replies.get(0));
            if (stored.isEmpty()) {
                return lost.describe();
            }
            return stored.get().ready() ? new Step.Done<>(stored) : requireAlone(stored.get());
        });
    }

    /** A claim beside the trace of another life was refused: the filter under the name is the one whose config was lost. */
    private Step<Optional<FilterDescription>> requireAlone(FilterDescription claimed) {
        return Step.send(config.batch(config.readTrace(), config.read()), replies -> {
            Set<String> origins = config.origins(replies.get(0));
            Optional<FilterDescription> now = config.stored(replies.get(1));
            boolean isStillClaimed = now.filter(stored -> !stored.ready())
                    .filter(stored -> stored.origin().equals(claimed.origin()))
                    .isPresent();
            if (isStillClaimed && !Set.of(claimed.origin()).containsAll(origins)) {
                throw lost.complaint();
            }
            return new Step.Done<>(now);
        });
    }

    @Override
    public Step<Optional<FilterDescription>> touch() {
        return Step.send(config.batch(config.read(), config.readTrace()), replies -> {
            Optional<FilterDescription> stored = config.stored(replies.get(0));
            Set<String> origins = config.origins(replies.get(1));
            if (stored.isEmpty()) {
                return lost.describe();
            }
            boolean hasTrace = origins.contains(stored.get().origin());
            return hasTrace || !stored.get().ready()
                    ? new Step.Done<>(stored)
                    : new MissingTrace(config, stored.get()).restore();
        });
    }

    @Override
    public Step<Generation> adoptStored() {
        return describe().then(stored -> {
            FilterDescription found = stored.orElseThrow(() -> absent("does not exist"));
            SpecComparison.requireServers(found, environment.servers());
            SpecComparison.requireElementFormat(found, elementFormat);
            return new Step.Done<>(new Generation(found));
        });
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        return createOrAdopt(new Wanted(
                () -> Descriptions.created(spec, elementFormat, environment),
                stored -> SpecComparison.requireSame(stored, spec)));
    }

    /** Opens what is stored if it will do; creates what is wanted if nothing is stored. */
    public Step<Generation> createOrAdopt(Wanted wanted) {
        return createOrAdopt(wanted, MOST_REMOVALS);
    }

    /**
     * What a caller wants to open.
     *
     * @param fresh makes the description of a filter that is to be created
     * @param requireFit refuses a stored filter that will not do
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
            if (removalsLeft > 0 && hasExpired(winner)) {
                return new ServerClock(config, environment)
                        .hasPassed(winner.expireAt().get())
                        .then(isOver -> isOver
                                ? removeAndRepeat(winner, wanted, removalsLeft)
                                : adoptWinner(fresh, winner, found.traced(), wanted));
            }
            return adoptWinner(fresh, winner, found.traced(), wanted);
        });
    }

    /** Only the life that was read is removed: by now another client may have created the next one. */
    private Step<Generation> removeAndRepeat(FilterDescription ended, Wanted wanted, int removalsLeft) {
        SpecComparison.requireServers(ended, environment.servers());
        return Removal.of(new Generation(ended)).start().then(removed -> createOrAdopt(wanted, removalsLeft - 1));
    }

    private Step<Generation> adoptWinner(
            FilterDescription fresh, FilterDescription winner, Set<String> origins, Wanted wanted) {
        boolean isAlone = winner.ready() || Set.of(winner.origin()).containsAll(origins);
        if (!isAlone) {
            return replaceClaim(fresh, winner, origins, wanted);
        }
        wanted.requireFit().accept(winner);
        boolean hasTrace = origins.contains(winner.origin());
        return hasTrace || !winner.ready()
                ? adopt(winner)
                : new MissingTrace(config, winner).restore().then(now -> adopt(requireCreated(now)));
    }

    /** Uses this machine's clock. The client that set the expiry may have died before all keys had it. */
    private boolean hasExpired(FilterDescription stored) {
        Instant now = environment.clock().instant();
        return stored.expireAt().filter(instant -> !instant.isAfter(now)).isPresent();
    }

    /** Completes the filter if nobody has. */
    @Override
    public Step<Generation> adopt(FilterDescription stored) {
        SpecComparison.requireServers(stored, environment.servers());
        SpecComparison.requireElementFormat(stored, elementFormat);
        if (stored.ready()) {
            return new Step.Done<>(new Generation(stored));
        }
        return new LayerBirth(config, stored)
                .start()
                .then(now -> now.isPresent() ? new Step.Done<>(now.map(ConfigRecord::filter)) : lost.describe())
                .then(now -> {
                    FilterDescription current = requireCreated(now);
                    SpecComparison.requireSame(current, stored);
                    return adopt(current);
                });
    }

    /** Only a claim of our own is taken back, for a filter that has the name by its trace. */
    private Step<Generation> replaceClaim(
            FilterDescription claimed, FilterDescription stored, Set<String> origins, Wanted wanted) {
        if (!stored.origin().equals(claimed.origin())) {
            throw lost.complaint();
        }
        return lost.replaceClaim(claimed.origin(), origins).then(restored -> {
            wanted.requireFit().accept(restored);
            return adopt(restored);
        });
    }

    private FilterDescription requireCreated(Optional<FilterDescription> stored) {
        return stored.orElseThrow(this::absentAtOnce);
    }

    private FilterGoneException absentAtOnce() {
        return absent("was deleted while it was being created");
    }
}
