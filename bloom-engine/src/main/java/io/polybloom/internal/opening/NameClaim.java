package io.polybloom.internal.opening;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.removal.Removal;
import io.polybloom.internal.removal.Trace;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Claims a name for a new filter if no filter has it. The first round of the {@link Trace} comes before the claim: as
 * long as no other client has seen the life, none can delete it, so the key cannot appear after a deletion.
 *
 * <p>If clients list several independent servers in different orders, each of them has claimed the name on the server
 * that it lists first, where the others have not seen it. One of these creations continues. A client reads the other
 * servers once its claim exists. So of two clients, at least one sees the other's claim. The one with the smaller
 * origin has priority: the other one yields when it sees that claim. If the other one read the servers before that
 * claim existed, it continues; so the first one waits until the filter of the other is ready or gone. A client that
 * yields writes the field that says that a filter is ready. So a claim that another client has completed meanwhile is
 * kept.
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
    private final FilterDescription claimed;
    private final Trace trace;
    private final OtherServers others;
    private final RoundLimit rounds;

    /**
     * Prepares the claim.
     *
     * @param claimed the filter that is not ready yet
     */
    NameClaim(ConfigKey config, FilterDescription claimed) {
        this.config = config;
        this.claimed = claimed;
        this.trace = new Trace(config, claimed);
        this.others = new OtherServers(config, claimed.servers());
        this.rounds = new RoundLimit(config.name());
    }

    /** Returns the steps that claim the name. */
    Step<Found> start() {
        return Step.send(config.batch(config.read(), config.readTrace()), replies -> {
            Found found = found(replies.get(0), replies.get(1));
            return found.stored().isPresent()
                    ? Step.done(found)
                    : others.requireNone()
                            .then(none -> others.leaveOrder(claimed.origin()))
                            .then(left -> claim());
        });
    }

    private Step<Found> claim() {
        List<Command> commands = new ArrayList<>(trace.conceive());
        commands.add(ConfigCommands.claim(config.bytes(), claimed));
        commands.add(config.readTrace());
        commands.add(config.read());
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Steps.send(batch, replies -> {
            int last = replies.size() - 1;
            Found found = found(replies.get(last), replies.get(last - 1));
            boolean isOurs = found.stored()
                    .filter(record -> record.isOfLife(claimed.origin()))
                    .isPresent();
            return isOurs ? Step.done(found) : giveWay(found);
        });
    }

    private Step<Found> giveWay(Found found) {
        return config.write(trace.abandon())
                .then(abandoned -> others.forgetOrder(claimed.origin()))
                .map(forgotten -> found);
    }

    private Found found(Reply read, Reply traced) {
        return new Found(config.recordOfAny(read), config.origins(traced));
    }

    /**
     * Returns the steps that end when the claim may be completed.
     *
     * @throws io.polybloom.SpecMismatchException if the claim must yield; then it is removed
     */
    Step<Void> requirePriority() {
        return claimed.servers() > 1
                ? others.requireOrder(claimed.origin()).then(same -> lookForRivals())
                : Step.done();
    }

    /** Returns the steps that remove the order of the servers, when the filter is ready. */
    Step<Void> forgetOrder() {
        return others.forgetOrder(claimed.origin());
    }

    /** The other filter needs a few round trips to yield or to become ready, unless its client has died. */
    private Step<Void> lookForRivals() {
        return others.find().then(found -> {
            // The caller may name the same server twice.
            found.values().removeIf(record -> record.isOfLife(claimed.origin()));
            if (found.isEmpty()) {
                return Step.done();
            }
            return mayWait(found) && rounds.mayRepeat()
                    ? lookForRivals()
                    : yieldTo(found.firstKey(), BirthLog.empty(claimed.generation(), 0));
        });
    }

    private boolean mayWait(SortedMap<Integer, ConfigRecord> found) {
        for (Map.Entry<Integer, ConfigRecord> each : found.entrySet()) {
            FilterDescription rival = each.getValue().filter();
            if (rival.ready() || rival.origin().compareTo(claimed.origin()) < 0) {
                return false;
            }
        }
        return true;
    }

    private Step<Void> yieldTo(int server, BirthLog log) {
        return config.put(ConfigCommands.giveUp(config.bytes(), log)).then(put -> {
            Optional<ConfigRecord> ours = put.current().filter(record -> record.isOfLife(claimed.origin()));
            if (ours.isPresent()) {
                BirthLog later = ours.get().birth(claimed.generation(), 0);
                return later.isOver() ? Step.done() : yieldTo(server, later);
            }
            return Removal.of(new Generation(claimed)).start().then(removed -> {
                throw others.refusal(server);
            });
        });
    }
}
