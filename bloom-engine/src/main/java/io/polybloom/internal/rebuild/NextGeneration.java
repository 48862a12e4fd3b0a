package io.polybloom.internal.rebuild;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The generation that a rebuild makes: chooses its parameters, claims it in the config, makes its partitions, which
 * expire, and says that they are there. Only the client that rebuilds makes them, and only once: so a partition of the
 * next generation that another client finds dead stays dead.
 */
final class NextGeneration {

    /**
     * The lifetime of the next generation of a rebuild whose client has died. Each round of a rebuild renews it, so it
     * must exceed the longest round; a shorter one would free the memory sooner.
     */
    private static final Duration LIFE = Duration.ofDays(1);

    private final ConfigKey config;
    private final FilterDescription old;
    private final Rebuild rebuild;
    private final Layer layer;
    private final Environment environment;

    NextGeneration(FilterDescription old, Rebuild rebuild, Environment environment) {
        this.config = new ConfigKey(old.name());
        this.old = old;
        this.rebuild = rebuild;
        this.layer = new Generation(rebuild.next()).newest();
        this.environment = environment;
    }

    /** Returns when the next generation expires unless its expiry is postponed. */
    static Instant end(Environment environment) {
        return environment.clock().instant().plus(LIFE);
    }

    /** Returns the steps that claim the next generation; the value is the config, which shows whether they have. */
    Step<Optional<ConfigRecord>> claim() {
        Command claim = ConfigCommands.beginRebuild(config.bytes(), old.generation(), rebuild.number(), rebuild.next());
        return config.put(claim).then(put -> {
            Optional<ConfigRecord> current = put.current();
            boolean isCurrent = current.filter(record -> record.isOfGeneration(old.generation()))
                    .isPresent();
            // The generation has ended: the claim would be left behind.
            return put.isOurs() && !isCurrent
                    ? config.forget(old.origin(), ConfigCommands.withdraw(claim))
                            .map(withdrawn -> current)
                    : Step.done(current);
        });
    }

    /** Returns the steps that make the partitions. */
    Step<Void> make() {
        PartitionBirth birth = new PartitionBirth(List.of(layer));
        List<String> us = List.of(Layer.ONLY_MAKER);
        return birth.conceive(Layer.ONLY_MAKER)
                .then(conceived -> birth.bear(Optional.of(end(environment)), us, us))
                .also(dead -> {
                    if (!dead.isEmpty()) {
                        throw new LostDataException(
                                old.name(),
                                "the filter '" + old.name() + "' could not be rebuilt: the key "
                                        + dead.get(0).place().key()
                                        + " was lost as soon as it was made: repeat the call");
                    }
                })
                .asVoid();
    }

    /**
     * Returns the steps that mark the partitions as ready. The value is the config after that. It is empty, and there
     * is no mark, if the config was missing or a claim had its place.
     */
    Step<Optional<ConfigRecord>> mark() {
        String next = rebuild.next().generation();
        Command mark = ConfigCommands.markReady(config.bytes(), next, 0);
        return config.put(mark).then(put -> {
            Optional<ConfigRecord> current = put.current();
            // If the config is gone, or a claim has its place, the mark would be left behind.
            if (current.filter(record -> record.isOfLife(old.origin())).isPresent()) {
                return Step.done(current);
            }
            Step<Void> withdrawn =
                    put.isOurs() ? config.forget(old.origin(), ConfigCommands.withdraw(mark)) : Step.done();
            return withdrawn.map(
                    done -> current.filter(record -> record.filter().ready()));
        });
    }

    /**
     * Describes the next generation.
     *
     * @param id the id that was drawn for it
     * @throws UnsupportedFilterException if the filter cannot be rebuilt
     */
    static FilterDescription of(FilterRebuild.Plan plan, Generation old, String id) {
        FilterDescription filter = old.description();
        old.requireNoWindow(" and cannot be rebuilt, since the elements do not tell when they were added. Create"
                + " another filter with the capacity and the window that you need");
        String reason = "counts elements, and cannot be rebuilt: an element that is removed meanwhile would still be"
                + " in the rebuilt filter. Create another filter with the capacity that you need";
        old.require(LayoutCapability.LASTING_BITS, reason);
        boolean isSameSize = plan.capacity().isEmpty()
                && plan.falsePositiveRate().isEmpty()
                && plan.layout().isEmpty()
                && filter.layers().size() == 1;
        return Descriptions.rebuilt(filter, isSameSize ? filter : sized(plan, old), id);
    }

    private static FilterDescription sized(FilterRebuild.Plan plan, Generation old) {
        FilterDescription filter = old.description();
        String layout = plan.layout().orElse(filter.layout());
        if (Layouts.get(layout).foreign().isPresent()) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' cannot be rebuilt in the layout '"
                    + layout + "', which is not a native layout");
        }
        if (!Layouts.get(layout).capabilities().contains(LayoutCapability.LASTING_BITS)) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' cannot be rebuilt in the layout '"
                    + layout
                    + "': elements that are added meanwhile may also come from the source, and would be counted twice");
        }
        FilterSpecBuilder builder = FilterSpec.named(filter.name())
                .layout(layout)
                .capacity(plan.capacity().orElseGet(() -> capacity(old)))
                .falsePositiveRate(plan.falsePositiveRate().orElse(filter.falsePositiveRate()))
                .sizing(filter.sizing())
                .maxPartitionBits(filter.maxPartitionBits())
                .overCapacity(filter.overCapacity());
        // Like a layer by which a filter grows: never with fewer partitions than before.
        int partitions = builder.build().geometry(filter.servers()).partitions();
        FilterSpec spec = builder.partitions(
                        Math.max(partitions, filter.geometry().partitions()))
                .build();
        return Descriptions.planned(spec, filter.servers(), filter.generation(), ElementHash.murmur3());
    }

    /** All layers become one. */
    private static long capacity(Generation old) {
        return old.layers().stream().mapToLong(Layer::capacity).sum();
    }
}
