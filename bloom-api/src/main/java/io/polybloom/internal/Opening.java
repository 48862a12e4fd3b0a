package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Opens a filter: claims its name or adopts what is stored, and completes a half-made one. */
final class Opening {

    private final KeyNames keys;
    private final byte[] config;
    private final int servers;

    Opening(KeyNames keys, int servers) {
        this.keys = keys;
        this.config = keys.config().getBytes(StandardCharsets.UTF_8);
        this.servers = servers;
    }

    /** Reads the stored parameters; empty if there is no filter. */
    Step<Optional<FilterDescription>> describe() {
        Command read = Commands.readConfig(config);
        return Step.send(configBatch(read), replies -> new Step.Done<>(stored(read, replies.get(0))));
    }

    /** Opens what is stored. */
    Step<Generation> adoptStored() {
        return describe().then(stored -> adopt(stored.orElseThrow(() -> absent("does not exist"))));
    }

    /** Opens what is stored if it is what the caller asks for; creates it if nothing is stored. */
    Step<Generation> createOrAdopt(FilterSpec spec) {
        FilterDescription fresh = Descriptions.planned(spec, servers, Generation.newId());
        Command claim = Commands.claim(config, SpecCodec.encode(fresh));
        Command read = Commands.readConfig(config);
        return Step.send(configBatch(claim, read), replies -> {
            Answers.requireSuccess(claim, replies.get(0));
            return adoptIfSame(spec, stored(read, replies.get(1)));
        });
    }

    /** Opens a stored filter, completing it if its creator has not. */
    Step<Generation> adopt(FilterDescription stored) {
        SpecComparison.requireServers(stored, servers);
        Generation generation = new Generation(stored);
        if (stored.ready()) {
            return new Step.Done<>(generation);
        }
        // The mark of a generation that was published meanwhile must stay: without it, the next opening would bring
        // lost
        // partitions back to life, empty.
        Command markReady = Commands.markReady(config, stored.generation());
        return PartitionSweep.create(generation.newest(), stored.expireAt())
                .then(created -> describe())
                .then(now -> publish(generation, now, markReady));
    }

    Batch configBatch(Command... commands) {
        return new Batch(0, Batch.CONFIG_LANE, List.of(commands));
    }

    byte[] configKey() {
        return config;
    }

    FilterGoneException absent(String what) {
        return new FilterGoneException(
                "the filter '" + keys.name() + "' " + what + "; open it with a specification to create it, empty");
    }

    Generation decode(Reply.Bytes spec) {
        return new Generation(SpecCodec.decode(keys.name(), new String(spec.value(), StandardCharsets.UTF_8)));
    }

    Optional<FilterDescription> stored(Command read, Reply reply) {
        Answers.requireSuccess(read, reply);
        return ConfigRecord.read(keys.name(), reply);
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
        Command read = Commands.readConfig(config);
        return Step.send(configBatch(markReady, read), replies -> {
            Answers.requireSuccess(markReady, replies.get(0));
            Command replaceMark = Commands.replaceReady(config, created.id());
            return publish(created, stored(read, replies.get(1)), replaceMark);
        });
    }
}
