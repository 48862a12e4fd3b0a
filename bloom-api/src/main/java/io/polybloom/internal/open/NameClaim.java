package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Claims a name for a new filter if no filter has it. The first round of the {@link TraceBirth} comes before the claim:
 * as long as no other client has seen the life, none can delete it, so the key cannot appear after a deletion.
 */
final class NameClaim {

    /**
     * Holds the config and the trace that were found; if the claim has succeeded, the config is the claim itself.
     *
     * @param stored the config, even one that is being deleted; empty if it was removed as soon as it was claimed
     * @param traced the origins in the trace
     */
    record Found(Optional<ConfigRecord> stored, Set<String> traced) {}

    private final ConfigKey config;
    private final FilterDescription fresh;
    private final TraceBirth trace;
    private final OtherServers others;

    NameClaim(ConfigKey config, FilterDescription fresh) {
        this.config = config;
        this.fresh = fresh;
        this.trace = new TraceBirth(config, fresh);
        this.others = new OtherServers(config, fresh.servers());
    }

    /** Returns the steps. */
    Step<Found> start() {
        return Step.send(config.batch(config.read(), config.readTrace()), replies -> {
            Found found = found(replies.get(0), replies.get(1));
            return found.stored().isPresent()
                    ? Step.done(found)
                    : others.requireNone()
                            .then(none -> others.leaveOrder(fresh.origin()))
                            .then(left -> claim());
        });
    }

    private Step<Found> claim() {
        List<Command> commands = new ArrayList<>(trace.conceive());
        commands.add(ConfigCommands.claim(config.bytes(), fresh));
        commands.add(config.readTrace());
        commands.add(config.read());
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Steps.send(batch, replies -> {
            int last = replies.size() - 1;
            Found found = found(replies.get(last), replies.get(last - 1));
            boolean isOurs = found.stored()
                    .filter(record -> record.isOfLife(fresh.origin()))
                    .isPresent();
            return isOurs ? Step.done(found) : giveWay(found);
        });
    }

    private Step<Found> giveWay(Found found) {
        return config.write(trace.abandon())
                .then(abandoned -> others.forgetOrder(fresh.origin()))
                .map(forgotten -> found);
    }

    private Found found(Reply read, Reply traced) {
        return new Found(config.recordOfAny(read), config.origins(traced));
    }
}
