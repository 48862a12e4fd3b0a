package io.polybloom.internal.lifecycle;

import io.polybloom.BackendException;
import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.ClaimsSweep;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.window.Present;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Sets, changes or removes the expiry of a native filter. The config decides: each change has a number there, and the
 * largest number counts, so a change that arrives late has no effect. A client that makes partitions reads the expiry
 * there, and it is settled when the config, read after the last partition, still says the same as the partitions. No
 * partition may outlive the config: otherwise its clients would continue alongside a filter that is created again under
 * the name; so the config's own key comes first where an expiry is put off, and last of all otherwise.
 */
final class ChangeOfExpiry {

    private final OpenFilter filter;
    private final Generation seen;
    private final Optional<Instant> wanted;
    private final ConfigKey config;
    private final RoundLimit rounds;
    private List<ClaimsKey> claims = List.of();

    /**
     * Prepares the change.
     *
     * @param expireAt when the filter expires; empty means never
     */
    ChangeOfExpiry(OpenFilter filter, Optional<Instant> expireAt) {
        this.filter = filter;
        this.seen = filter.snapshot().generation();
        // As exact as Redis keeps it, so that the value read can be compared with the value written.
        this.wanted = expireAt.map(instant -> instant.truncatedTo(ChronoUnit.MILLIS));
        this.config = new ConfigKey(seen.description().name());
        this.rounds = new RoundLimit(config.name());
    }

    /** Returns the steps. */
    Step<Void> start() {
        return filter.refresh(seen).then(current -> change(current.generation()));
    }

    /** Reads which change was the last: the next one has its number plus one. */
    private Step<Void> change(Generation current) {
        rounds.next();
        return config.look()
                .then(stored -> isOfThisLife(current, stored)
                        ? change(current, stored.get())
                        : startOver(stored.map(ConfigRecord::filter)));
    }

    private Step<Void> change(Generation current, ConfigRecord last) {
        Optional<Instant> before = last.filter().expireAt();
        boolean isPutOff = wanted.isEmpty()
                || before.filter(instant -> !instant.isAfter(wanted.get())).isPresent();
        if (isPutOff) {
            return publish(current, last, config.expire(wanted), config.expireTrace(wanted));
        }
        // What is missing shows again after the change, when the partitions have what the config then says.
        return sweep(current, wanted, PartitionExpiry::tellAndExpire)
                .then(missing -> publish(current, last))
                .recover(failure -> {
                    if (failure instanceof BackendException refused && !refused.mayHaveBeenApplied()) {
                        return Steps.failAfter(restore(current, wanted), refused);
                    }
                    throw failure;
                });
    }

    /**
     * Gives the partitions the expiry that the config has: a server whose memory is full takes this, but refuses the
     * change.
     *
     * @param given what they may have
     */
    private Step<Void> restore(Generation current, Optional<Instant> given) {
        return config.look().then(found -> {
            if (!isOfThisLife(current, found) || found.get().filter().expireAt().equals(given)) {
                return Step.done();
            }
            rounds.next();
            Optional<Instant> expireAt = found.get().filter().expireAt();
            return PartitionExpiry.applyExpiry(current.layers(), expireAt, ids())
                    .then(missing -> restore(current, expireAt));
        });
    }

    /**
     * Writes the expiry into the config, and reads which generation and layers it has been written for. If another
     * change was faster, this one comes after it.
     *
     * @param keys the commands that concern the keys of the filter as a whole, each sent apart from the others
     */
    private Step<Void> publish(Generation current, ConfigRecord last, Command... keys) {
        Command publish = ConfigCommands.publishExpiry(
                config.bytes(), current.description().origin(), last.expiryNumber() + 1, wanted);
        return config.put(publish).then(put -> {
            if (isOfThisLife(current, put.current())) {
                return put.isOurs()
                        ? Steps.each(List.of(keys).iterator(), config::write)
                                .then(done -> apply(current, put.current()))
                        : change(current);
            }
            Step<Void> withdrawn = put.isOurs()
                    ? config.forget(current.description().origin(), ConfigCommands.withdraw(publish))
                    : Step.done();
            return withdrawn.then(done -> startOver(put.current().map(ConfigRecord::filter)));
        });
    }

    private static boolean isOfThisLife(Generation meant, Optional<ConfigRecord> current) {
        return current.filter(record -> record.isOfLife(meant.description().origin()))
                .isPresent();
    }

    /** Applies the config's expiry to all partitions, until the config still says the same afterwards. */
    private Step<Void> apply(Generation meant, Optional<ConfigRecord> found) {
        rounds.next();
        Optional<FilterDescription> stored = found.map(ConfigRecord::filter);
        if (!isOfThisLife(meant, found)) {
            return startOver(stored);
        }
        Step<Generation> completed = Descriptions.isUsable(stored.get())
                ? Step.done(new Generation(stored.get()))
                : filter.opening().adopt(stored.get());
        return completed.then(current -> {
            if (!current.description().origin().equals(stored.get().origin())) {
                // The life has ended while its generation was completed: the next one keeps its own expiry.
                return startOver(Optional.of(current.description()));
            }
            Optional<Instant> expireAt = current.description().expireAt();
            claims = found.get().allClaims();
            return applyToClaimed(found.get(), expireAt)
                    .then(expired -> ClaimsSweep.applyExpiry(claims, expireAt))
                    .then(expired -> sweep(current, expireAt, PartitionExpiry::tellOfStoredExpiry))
                    .then(missing -> missing.isEmpty()
                            ? confirm(current)
                            : config.hasPassed(expireAt)
                                    .then(passed -> passed ? confirm(current) : reportLoss(current, missing)));
        });
    }

    /**
     * A layer that a client is opening, and that is marked as ready by a command on its way, has its partitions by now;
     * one that is claimed later gets its expiry from the config. It may have an expiry that was set, and is taken away
     * again, while it is opened: its maker sees no difference. A clear that has died may have left others, which may
     * expire.
     */
    private Step<Void> applyToClaimed(ConfigRecord record, Optional<Instant> expireAt) {
        List<Layer> claimed = new ArrayList<>(record.claimedLayers(record.filter()));
        Set<Long> counting = new HashSet<>();
        if (record.filter().ready()) {
            new Generation(record.filter()).layers().forEach(layer -> counting.add(layer.number()));
        }
        claimed.removeIf(layer -> counting.contains(layer.number()));
        Step<Void> applied = PartitionExpiry.applyExpiryIfMade(claimed, expireAt);
        return expireAt.isEmpty()
                ? applied
                : applied.then(expired ->
                                PartitionExpiry.applyExpiry(record.leftovers().layersOfOthers(), expireAt, ids()))
                        .asVoid();
    }

    /**
     * A loss is reported; the other partitions must not outlive the config, whose own key may have an earlier expiry.
     */
    private Step<Void> reportLoss(Generation swept, List<Partition> missing) {
        return expireConfig(swept)
                .then(current ->
                        current.isEmpty() || isStill(swept, current) ? recover(swept, missing) : apply(swept, current));
    }

    private Step<Void> confirm(Generation swept) {
        return config.look().then(current -> isStill(swept, current) ? conclude(swept) : apply(swept, current));
    }

    private Step<Void> conclude(Generation applied) {
        filter.adopt(applied);
        return expireConfig(applied).then(current -> {
            if (current.isPresent() && !isStill(applied, current)) {
                return apply(applied, current);
            }
            return current.map(this::forgetPast).orElseGet(() -> Step.done());
        });
    }

    /** The numbers of earlier changes need not stay: none of them can become the largest again. */
    private Step<Void> forgetPast(ConfigRecord last) {
        List<Long> past = last.pastExpiries();
        return past.isEmpty()
                ? Step.done()
                : config.write(ConfigCommands.forgetExpiries(
                        config.bytes(), last.filter().origin(), past));
    }

    /** The keys of the filter as a whole; another client may have changed the expiry, too, and come to them first. */
    private Step<Optional<ConfigRecord>> expireConfig(Generation swept) {
        Optional<Instant> expireAt = swept.description().expireAt();
        return config.write(config.expireTrace(expireAt)).then(traced -> {
            Batch batch = config.batch(config.expire(expireAt), config.read());
            return Steps.send(batch, replies -> {
                return Step.done(config.record(replies.get(1)));
            });
        });
    }

    /** A writer that has come since then has its key from a client that may have read the config before. */
    private boolean isStill(Generation swept, Optional<ConfigRecord> current) {
        FilterDescription known = swept.description();
        return current.filter(record -> claims.containsAll(record.allClaims()))
                .map(ConfigRecord::filter)
                .filter(stored -> stored.generation().equals(known.generation()))
                .filter(stored -> stored.layers().equals(known.layers()))
                .filter(stored -> stored.window().equals(known.window()))
                .filter(stored -> stored.expireAt().equals(known.expireAt()))
                .isPresent();
    }

    /**
     * Goes on with what the config says now, and writes no change: what it said before may be that of another client,
     * and so may what has replaced it since.
     */
    private Step<Void> recover(Generation swept, List<Partition> missing) {
        return new Recovery(filter, swept, Access.LOOK_UP, missing)
                .findSuccessor()
                .then(successor -> config.look())
                .then(current -> apply(swept, current));
    }

    /**
     * The life has ended, or its config was lost or only moved away: to begin again finds out which. Another filter
     * that has the name by now keeps its own expiry.
     */
    private Step<Void> startOver(Optional<FilterDescription> other) {
        return config.write(config.expire(other.flatMap(FilterDescription::expireAt)))
                .then(given -> start());
    }

    /**
     * Sets or removes the expiry of all partitions; the value holds those that are not alive. A key that has taken the
     * expiry need not be alive: a write may have made it again, and what takes the place of such a key expires only if
     * nobody gives it another expiry.
     *
     * @param expiring sets the expiry, if there is one
     */
    private Step<List<Partition>> sweep(
            Generation generation,
            Optional<Instant> expireAt,
            BiFunction<Collection<Layer>, Instant, Step<List<Partition>>> expiring) {
        // Another client may have made a slice that this object does not know yet.
        Present present = Present.of(generation, filter.snapshot().time());
        List<Layer> layers = present.isForgotten() ? List.of() : generation.layers();
        return expireAt.isPresent()
                ? expiring.apply(layers, expireAt.get())
                : PartitionExpiry.applyExpiry(layers, expireAt, ids());
    }

    private Supplier<String> ids() {
        return filter.environment().ids();
    }
}
