package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Step;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Lets one of several creations of a filter continue if their clients list several independent servers in different
 * orders. Each of them has claimed the name on the server that it lists first, where the others have not seen it.
 *
 * <p>A client reads the other servers once its claim exists. So of two clients, at least one sees the other's claim.
 * The one with the smaller origin has priority: the other one yields when it sees that claim. If the other one read the
 * servers before that claim existed, it continues; so the first one waits until the filter of the other is ready or
 * gone. A client that yields writes the field that says that a filter is ready. So a claim that another client has
 * completed meanwhile is kept.
 */
final class RivalCreation {

    private final ConfigKey config;
    private final FilterDescription claimed;
    private final OtherServers others;
    private final RoundLimit rounds;

    /**
     * Prepares the decision about a claim.
     *
     * @param claimed the filter that is not ready yet
     */
    RivalCreation(ConfigKey config, FilterDescription claimed) {
        this.config = config;
        this.claimed = claimed;
        this.others = new OtherServers(config, claimed.servers());
        this.rounds = new RoundLimit(config.name());
    }

    /**
     * Returns the steps that end when the claim may be completed.
     *
     * @throws io.polybloom.SpecMismatchException if the claim must yield; then it is removed
     */
    Step<Void> decide() {
        return isFirstGeneration() && claimed.servers() > 1
                ? others.requireOrder(claimed.origin()).then(same -> look())
                : Step.done();
    }

    /** Returns the steps that remove the keys of the decision, when the filter is ready. */
    Step<Void> forget() {
        return isFirstGeneration() ? others.forgetOrder(claimed.origin()) : Step.done();
    }

    private boolean isFirstGeneration() {
        return Descriptions.number(claimed) == 0;
    }

    /** The other filter needs a few round trips to yield or to become ready, unless its client has died. */
    private Step<Void> look() {
        return others.find().then(found -> {
            // The caller may name the same server twice.
            found.values().removeIf(record -> record.isOfLife(claimed.origin()));
            if (found.isEmpty()) {
                return Step.done();
            }
            return mayWait(found) && rounds.mayRepeat()
                    ? look()
                    : giveWay(found.firstKey(), BirthLog.empty(claimed.generation(), 0));
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

    private Step<Void> giveWay(int server, BirthLog log) {
        return config.put(ConfigCommands.giveUp(config.bytes(), log)).then(put -> {
            Optional<ConfigRecord> ours = put.now().filter(record -> record.isOfLife(claimed.origin()));
            if (ours.isPresent()) {
                BirthLog later = ours.get().birth(claimed.generation(), 0);
                return later.isOver() ? Step.done() : giveWay(server, later);
            }
            return Removal.of(new Generation(claimed)).start().then(removed -> {
                throw others.refusal(server);
            });
        });
    }
}
