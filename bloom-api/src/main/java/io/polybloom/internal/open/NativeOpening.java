package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** Opens a filter of a native layout: claims its name or adopts what is stored, and completes a half-made one. */
public final class NativeOpening implements Opening {

    private final String name;
    private final String elementFormat;
    private final ConfigKey config;
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

    @Override
    public Step<Optional<FilterDescription>> describe() {
        Command read = Commands.readHash(config.bytes());
        return Step.send(config.batch(read), replies -> new Step.Done<>(config.stored(read, replies.get(0))));
    }

    @Override
    public Step<Generation> adoptStored() {
        return describe().then(stored -> adopt(stored.orElseThrow(() -> absent("does not exist"))));
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        FilterDescription fresh = Descriptions.created(spec, elementFormat, environment);
        Command claim = ConfigCommands.claim(config.bytes(), SpecCodec.encode(fresh));
        Command read = Commands.readHash(config.bytes());
        return Step.send(config.batch(claim, read), replies -> {
            Answers.requireSuccess(claim, replies.get(0));
            return adoptIfSame(spec, config.stored(read, replies.get(1)));
        });
    }

    /** Completes the filter if its creator has not. */
    @Override
    public Step<Generation> adopt(FilterDescription stored) {
        SpecComparison.requireServers(stored, environment.servers());
        SpecComparison.requireElementFormat(stored, elementFormat);
        Generation generation = new Generation(stored);
        if (stored.ready()) {
            return new Step.Done<>(generation);
        }
        // The mark of a generation that was published meanwhile must stay: without it, the next opening would bring
        // lost
        // partitions back to life, empty.
        Command markReady = ConfigCommands.markReady(config.bytes(), stored.generation());
        return PartitionSweep.create(generation.newest(), stored.expireAt())
                .then(created -> describe())
                .then(now -> publish(generation, now, markReady));
    }

    private Step<Generation> adoptIfSame(FilterSpec spec, Optional<FilterDescription> stored) {
        FilterDescription winner = stored.orElseThrow(() -> absent("was deleted while it was being created"));
        SpecComparison.requireSame(winner, spec);
        return adopt(winner);
    }

    private Step<Generation> publish(Generation created, Optional<FilterDescription> now, Command markReady) {
        if (now.isEmpty()) {
            return PartitionSweep.unlink(created.layers()).then(removed -> {
                throw absent("was deleted while it was being created");
            });
        }
        Generation current = new Generation(now.get());
        if (!current.isSameAs(created)) {
            SpecComparison.requireSame(now.get(), created.description());
            return PartitionSweep.unlink(created.layers()).then(removed -> adopt(now.get()));
        }
        if (now.get().ready()) {
            return new Step.Done<>(current);
        }
        Command read = Commands.readHash(config.bytes());
        return Step.send(config.batch(markReady, read), replies -> {
            Answers.requireSuccess(markReady, replies.get(0));
            Command replaceMark = ConfigCommands.replaceReady(config.bytes(), created.id());
            return publish(created, config.stored(read, replies.get(1)), replaceMark);
        });
    }
}
