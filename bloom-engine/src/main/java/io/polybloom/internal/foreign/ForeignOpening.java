package io.polybloom.internal.foreign;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.ParametersNeededException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignLayout.Place;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Opens a filter of another system: one that stores its parameters, or one that stores nothing but bits, so that the
 * caller has to know the parameters.
 */
final class ForeignOpening extends Opening {

    private static final Logger LOGGER = System.getLogger("io.polybloom");

    private final ForeignLayout layout;
    private final Optional<ForeignConfig> config;

    /** The caller's parameters, where none are stored. */
    private final Optional<FilterDescription> known;

    ForeignOpening(FilterSpec spec, ForeignLayout layout, Environment environment) {
        super(spec.name(), environment);
        this.layout = layout;
        this.config = ForeignConfig.of(spec.name(), layout, environment.servers());
        this.known = config.isPresent() || spec.isExisting()
                ? Optional.empty()
                : Optional.of(Descriptions.created(spec, "", environment));
    }

    @Override
    public Step<Optional<FilterState>> describe() {
        return parameters().map(stored -> stored.map(FilterState::unversioned));
    }

    private Step<Optional<FilterDescription>> parameters() {
        return config.map(hash -> Step.send(hash.batch(hash.read()), replies -> Step.done(hash.stored(replies.get(0)))))
                .orElseGet(() -> Step.done(known));
    }

    /** The description of a filter of another system names no expiry. */
    @Override
    public Step<Long> serverMillis() {
        throw new IllegalStateException("the filter '" + name() + "' has no expiry of its own");
    }

    @Override
    public Step<Generation> adoptStored() {
        if (config.isEmpty()) {
            return known.map(this::adoptIfAnyKeyExists).orElseGet(this::refuseWithoutParameters);
        }
        return parameters()
                .then(stored ->
                        measured(stored.orElseThrow(() -> absent("does not exist in the layout " + layout.id()))));
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        FilterDescription fresh = known.orElseGet(() -> Descriptions.created(spec, "", environment()));
        return parameters().then(stored -> stored.isPresent() ? adoptIfSame(spec, stored.get()) : create(spec, fresh));
    }

    /**
     * Warns of strings that are longer than the parameters allow: then these are not the parameters that wrote them.
     */
    private Step<Generation> measured(FilterDescription stored) {
        Generation generation = new Generation(stored);
        return bytes(generation).map(bytes -> generation);
    }

    @Override
    public Step<FilterState> adopt(FilterState stored) {
        return measured(stored.filter()).map(measured -> stored);
    }

    /** A filter without bits has no key, so one without a key may just as well be gone. */
    private Step<Generation> adoptIfAnyKeyExists(FilterDescription parameters) {
        Generation generation = new Generation(parameters);
        return bytes(generation).map(bytes -> {
            if (bytes == 0) {
                throw absent("does not exist, or is empty: there is no key "
                        + generation.newest().partition(0).place().key());
            }
            return generation;
        });
    }

    private static Step<Long> bytes(Generation generation) {
        AtomicLong bytes = new AtomicLong();
        return Steps.each(
                        generation.newest().partitions().iterator(),
                        partition -> bytes(partition).also(bytes::addAndGet).asVoid())
                .map(looked -> bytes.get());
    }

    private static Step<Long> bytes(Partition partition) {
        Command length = Commands.length(partition.key());
        return Step.send(partition.batch(length), replies -> {
            long bytes = Answers.integer(length, replies.get(0));
            long allowed = (partition.bits() + 7) / 8;
            if (bytes > allowed) {
                LOGGER.log(
                        Logger.Level.WARNING,
                        "the key {0} has {1} bytes, more than the {2} that the parameters allow, so it was created with"
                                + " others, and its elements may be called absent: open it with those parameters",
                        partition.place().key(),
                        Long.toString(bytes),
                        Long.toString(allowed));
            }
            return Step.done(bytes);
        });
    }

    private Step<Generation> adoptIfSame(FilterSpec spec, FilterDescription stored) {
        SpecComparison.requireSame(stored, spec);
        return measured(stored);
    }

    /**
     * Writes the parameters under another name first: renaming is the one command that makes a hash of several fields
     * and leaves one that another client has made meanwhile as it is.
     */
    private Step<Generation> create(FilterSpec spec, FilterDescription fresh) {
        ForeignConfig hash = config.orElseThrow();
        byte[] temporary = KeyNames.temporary(
                        new String(hash.key(), StandardCharsets.UTF_8),
                        environment().ids().get())
                .getBytes(StandardCharsets.UTF_8);
        return Steps.confirmed(hash.batch(
                        Commands.writeHash(temporary, hash.fields(fresh)),
                        Commands.rename(temporary, hash.key()),
                        Commands.unlink(temporary)))
                .then(written -> parameters())
                // Another client may have been faster.
                .then(stored ->
                        adoptIfSame(spec, stored.orElseThrow(() -> absent("was deleted while it was being created"))));
    }

    /** Describes the key with the name of a filter whose parameters are not stored, on any of the servers. */
    private Step<Generation> refuseWithoutParameters() {
        int servers = environment().servers();
        int hashes = layout.fixedHashes().orElse(1);
        Geometry smallest = layout.geometry(new BitBudget(1, hashes), servers);
        List<Place> places = IntStream.range(0, smallest.partitions())
                .mapToObj(partition -> layout.place(name(), smallest, servers, partition))
                .toList();
        return Steps.each(places.iterator(), this::refuseIfLong).then(looked -> {
            throw new FilterGoneException(
                    name(), "there is no key " + places.get(0).key());
        });
    }

    private Step<Void> refuseIfLong(Place place) {
        Command length = Commands.length(place.key().getBytes(StandardCharsets.UTF_8));
        return Step.send(new Batch(place.server(), Batch.CONFIG_ORDERING_KEY, List.of(length)), replies -> {
            long bytes = Answers.integer(length, replies.get(0));
            if (bytes > 0) {
                throw new ParametersNeededException(layout.id(), place.key(), bytes);
            }
            return Step.done();
        });
    }
}
