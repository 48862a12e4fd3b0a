package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.ClaimsSweep;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the key of a writer's claims in the order in which a layer is made: claimed in the config, made under another
 * name, given its name, marked. So no command that arrives late can revive a key that was lost, and every key is known
 * to a clear, a deletion and an expiry.
 */
public final class ClaimsBirth {

    /**
     * The largest number of attempts at one birth. A key that was made and is missing was evicted or has expired at
     * once; more attempts would hardly help, and would delay the exception.
     */
    private static final int MOST_ATTEMPTS = 3;

    private final ConfigKey config;
    private final LifeConfig life;
    private final FilterDescription filter;
    private final String epoch;
    private final ClaimsKey claims;

    /** Prepares the birth. */
    public ClaimsBirth(FilterDescription filter, String writer) {
        this.config = new ConfigKey(filter.name());
        this.life = new LifeConfig(config, filter.origin());
        this.filter = filter;
        this.epoch = ClaimsKey.epoch(filter);
        this.claims = ClaimsKey.of(filter, writer);
    }

    /** Returns the steps; the value is the config as most recently read, which shows whether the key was made. */
    public Step<Optional<ConfigRecord>> start() {
        Command claim = ConfigCommands.claimClaims(config.bytes(), epoch, claims.writer());
        return life.send(config.batch(claim, config.read()), now -> isWanted(now) ? conceive(1) : giveUp(now));
    }

    /** Runs the first round: makes the key under another name, and checks whether the key itself already exists. */
    private Step<Optional<ConfigRecord>> conceive(int attempt) {
        Batch batch = claims.batch(
                Commands.createClaims(claims.unborn()),
                Commands.expireAfter(claims.unborn(), PartitionBirth.LIFE_MILLIS),
                Commands.isBorn(claims.bytes()));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            boolean isBorn = Answers.integer(batch.commands().get(2), replies.get(2)) == 1;
            return life.read().then(now -> isWanted(now) ? bear(isBorn, now.get(), attempt) : giveUp(now));
        });
    }

    /**
     * Runs the second round: gives the key its name, unless a key has that name already, and the expiry of the filter.
     */
    private Step<Optional<ConfigRecord>> bear(boolean isBorn, ConfigRecord now, int attempt) {
        Optional<Instant> expireAt = now.filter().expireAt();
        List<Command> commands = new ArrayList<>();
        if (!isBorn) {
            commands.add(Commands.rename(claims.unborn(), claims.bytes()));
        }
        commands.add(Commands.unlink(claims.unborn()));
        commands.add(PartitionSweep.settle(claims.bytes(), expireAt));
        commands.add(Commands.isBorn(claims.bytes()));
        Batch batch = claims.batch(commands);
        return Step.send(batch, replies -> {
            int last = replies.size() - 1;
            for (int i = 0; i < last; i++) {
                if (i > 0 || isBorn || !Answers.saysNoSuchKey(replies.get(i))) {
                    Answers.requireSuccess(commands.get(i), replies.get(i));
                }
            }
            return Answers.integer(commands.get(last), replies.get(last)) == 1 ? publish(expireAt) : repeat(attempt);
        });
    }

    private Step<Optional<ConfigRecord>> repeat(int attempt) {
        if (attempt == MOST_ATTEMPTS) {
            throw new LostDataException(
                    filter.name(),
                    "the key " + claims + " was lost as soon as it was made (evicted, deleted, or expired), or it holds"
                            + " another value: repeat the call");
        }
        return life.read().then(now -> isWanted(now) ? conceive(attempt + 1) : giveUp(now));
    }

    private Step<Optional<ConfigRecord>> publish(Optional<Instant> applied) {
        Command ready = ConfigCommands.markClaimsReady(config.bytes(), epoch, claims.writer());
        return life.send(
                config.batch(ready, config.read()), now -> isCurrent(now) ? takeOver(now, applied) : withdraw(now));
    }

    /** Another client may have set another expiry after the key was made. */
    private Step<Optional<ConfigRecord>> takeOver(Optional<ConfigRecord> now, Optional<Instant> applied) {
        Optional<Instant> expireAt = now.flatMap(record -> record.filter().expireAt());
        if (!isCurrent(now) || expireAt.equals(applied)) {
            return new Step.Done<>(now);
        }
        return ClaimsSweep.settle(List.of(claims), expireAt)
                .then(settled -> life.read())
                .then(later -> takeOver(later, expireAt));
    }

    /** Other clients have made the key, or it is no longer wanted. */
    private Step<Optional<ConfigRecord>> giveUp(Optional<ConfigRecord> now) {
        return isCurrent(now)
                ? write(Commands.unlink(claims.unborn())).then(removed -> new Step.Done<>(now))
                : withdraw(now);
    }

    /**
     * The filter was cleared, or its life has ended. If only the config is lost, the key is kept, since another client
     * may use it.
     */
    private Step<Optional<ConfigRecord>> withdraw(Optional<ConfigRecord> now) {
        return life.isLost(now)
                .then(isLost -> write(isLost ? Commands.unlink(claims.unborn()) : ClaimsSweep.removal(claims)))
                .then(removed ->
                        life.write(List.of(ConfigCommands.forgetClaims(config.bytes(), epoch, claims.writer()))))
                .then(withdrawn -> new Step.Done<>(now));
    }

    private Step<Void> write(Command command) {
        return Step.send(claims.batch(command), replies -> {
            Answers.requireSuccess(command, replies.get(0));
            return Step.done();
        });
    }

    private boolean isWanted(Optional<ConfigRecord> now) {
        return isCurrent(now) && !now.get().hasClaimsOf(claims.writer());
    }

    private boolean isCurrent(Optional<ConfigRecord> now) {
        return now.filter(record -> ClaimsKey.epoch(record.filter()).equals(epoch))
                .isPresent();
    }
}
