package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Empties, expires and removes a filter. A crash on the way leaves nothing that repeating the call does not heal. */
public final class Lifecycle {

    /** How much longer than its partitions the config lives, so that it can still say that the filter has expired. */
    private static final long CONFIG_OUTLIVES_MILLIS = 1000;

    private final OpenFilter filter;
    private final Opening opening;

    /** Creates the operations for an open filter. */
    public Lifecycle(OpenFilter filter) {
        this.filter = filter;
        this.opening = filter.opening();
    }

    /** Publishes a new, empty generation with the same parameters and removes the old one. */
    public Step<Void> clear() {
        return filter.refresh().then(this::replace);
    }

    /** Lets config and partitions expire. */
    public Step<Void> expireAt(Instant instant) {
        return filter.refresh().then(current -> publishExpiry(current, instant.toEpochMilli(), true));
    }

    /** Removes the partitions first and the config last, so that a crash on the way is noticed by every client. */
    public Step<Void> delete() {
        return opening.describe().then(this::removeStored);
    }

    private Step<Void> replace(Generation old) {
        Generation fresh = new Generation(Descriptions.withGeneration(old.description(), Generation.newId()));
        return PartitionSweep.create(fresh.newest(), fresh.description().expireAt())
                .then(created -> publish(old, fresh));
    }

    private Step<Void> publish(Generation old, Generation fresh) {
        String spec = SpecCodec.encode(fresh.description());
        Command readReplaced = Commands.readSpec(opening.configKey());
        List<Command> commands = new ArrayList<>();
        commands.add(readReplaced);
        commands.add(Commands.publish(opening.configKey(), spec, fresh.id()));
        for (Layer grown : old.newerThan(old.layers().get(0))) {
            commands.add(Commands.forgetLayer(opening.configKey(), grown.index()));
        }
        Batch batch = opening.configBatch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            filter.adopt(fresh);
            return removeReplaced(old, replies.get(0));
        });
    }

    /** Another client's clear may have come in between; then its generation is the one that was replaced, and both go. */
    private Step<Void> removeReplaced(Generation old, Reply replacedSpec) {
        Step<Void> removal = PartitionSweep.unlink(old.layers());
        if (!(replacedSpec instanceof Reply.Bytes bytes)) {
            return removal;
        }
        String text = new String(bytes.value(), StandardCharsets.UTF_8);
        Generation replaced = new Generation(SpecCodec.decode(old.description().name(), text));
        return replaced.isSameAs(old) ? removal : removal.then(removed -> PartitionSweep.unlink(replaced.layers()));
    }

    private Step<Void> publishExpiry(Generation current, long epochMillis, boolean mayRepeat) {
        Batch batch = opening.configBatch(
                Commands.publishExpiry(opening.configKey(), epochMillis),
                Commands.expireAt(opening.configKey(), epochMillis + CONFIG_OUTLIVES_MILLIS));
        return Step.send(batch, replies -> {
                    Answers.requireSuccess(batch, replies);
                    return PartitionSweep.expire(current.layers(), epochMillis);
                })
                .then(missing -> confirmExpiry(current, epochMillis, missing, mayRepeat));
    }

    private Step<Void> confirmExpiry(Generation current, long epochMillis, List<Partition> missing, boolean mayRepeat) {
        if (missing.isEmpty()) {
            return new Step.Done<>(null);
        }
        if (!mayRepeat) {
            throw Recovery.changedTwice(current);
        }
        Recovery recovery = new Recovery(filter, current, Access.LOOK_UP, missing);
        return recovery.findSuccessor().then(successor -> publishExpiry(successor, epochMillis, false));
    }

    private Step<Void> removeStored(Optional<FilterDescription> stored) {
        Generation known = filter.generation();
        Step<Void> removal = PartitionSweep.unlink(known.layers());
        if (stored.isEmpty()) {
            return removal;
        }
        Generation current = new Generation(stored.get());
        if (!current.isSameAs(known)) {
            removal = removal.then(removed -> PartitionSweep.unlink(current.layers()));
        }
        return removal.then(removed -> removeConfig());
    }

    private Step<Void> removeConfig() {
        Command delete = Commands.deleteConfig(opening.configKey());
        return Step.send(opening.configBatch(delete), replies -> {
            Answers.requireSuccess(delete, replies.get(0));
            return new Step.Done<>(null);
        });
    }
}
