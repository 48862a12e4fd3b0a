package io.polybloom.internal.birth;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.ClaimsSweep;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.KeyBirth;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes the key of a writer's claims as a layer is made, so no command that arrives late can revive a key that was
 * lost, and every key is known to a clear, a deletion and an expiry: the log in the config names it.
 */
public final class ClaimsBirth implements Birth.Purpose, KeyBirth<ClaimsKey> {

    private final ConfigKey config;
    private final LifeConfig life;
    private final FilterDescription filter;
    private final String epoch;
    private final ClaimsKey claims;
    private final Birth<ClaimsKey> birth;

    /**
     * Prepares the birth.
     *
     * @param ids draws the names of makers
     */
    public ClaimsBirth(FilterDescription filter, String writer, Supplier<String> ids) {
        this.config = new ConfigKey(filter.name());
        this.life = new LifeConfig(config, filter.origin());
        this.filter = filter;
        this.epoch = ClaimsKey.epoch(filter);
        this.claims = ClaimsKey.of(filter, writer);
        this.birth = new Birth<>(config, life, BirthLog.ofClaims(epoch, writer), () -> this, ids, this);
    }

    /** Returns the steps; the value is the config as most recently read, which shows whether the key was made. */
    public Step<Optional<ConfigRecord>> start() {
        return birth.start().then(born -> {
            if (!isCurrent(born.current())) {
                return withdraw(born.current());
            }
            if (born.isLost()) {
                throw new LostDataException(
                        filter.name(),
                        "the key " + claims
                                + " was lost as soon as it was made (evicted or deleted), or it holds another value:"
                                + " repeat the call");
            }
            return takeOver(born.current(), born.expireAt());
        });
    }

    @Override
    public boolean makes() {
        return true;
    }

    /** What has no members yet takes hardly any memory. */
    @Override
    public long bits() {
        return 0;
    }

    @Override
    public Step<Void> conceive(String maker) {
        byte[] key = claims.unborn(maker);
        return send(List.of(Commands.createClaims(key), Commands.expireAfter(key, PartitionBirth.LIFE_MILLIS)))
                .asVoid();
    }

    @Override
    public Step<List<ClaimsKey>> bear(Optional<Instant> expireAt, List<String> made, List<String> makers) {
        List<Command> commands = new ArrayList<>();
        made.forEach(maker -> commands.add(Commands.rename(claims.unborn(maker), claims.bytes())));
        commands.add(removalOfUnborn(makers));
        commands.add(ClaimsSweep.expiry(claims, expireAt));
        commands.add(Commands.isBorn(claims.bytes()));
        return send(commands).map(isAlive -> isAlive ? List.of() : List.of(claims));
    }

    @Override
    public Step<Void> abandon(String maker) {
        return send(List.of(removalOfUnborn(List.of(maker)))).asVoid();
    }

    private Command removalOfUnborn(List<String> makers) {
        byte[][] keys = makers.stream().map(claims::unborn).toArray(byte[][]::new);
        return Commands.unlink(keys[0], Arrays.copyOfRange(keys, 1, keys.length));
    }

    /** Returns the steps that send the commands; the value is whether the last one was answered with 1. */
    private Step<Boolean> send(List<Command> commands) {
        Batch batch = claims.batch(commands);
        return Step.send(batch, replies -> {
            Answers.requireDone(batch, replies);
            int last = commands.size() - 1;
            return Step.done(Answers.integer(commands.get(last), replies.get(last)) == 1);
        });
    }

    /** Another client may have set another expiry after the key was made. */
    private Step<Optional<ConfigRecord>> takeOver(Optional<ConfigRecord> current, Optional<Instant> applied) {
        Optional<Instant> expireAt = current.flatMap(record -> record.filter().expireAt());
        if (!isCurrent(current) || expireAt.equals(applied)) {
            return Step.done(current);
        }
        return ClaimsSweep.applyExpiry(List.of(claims), expireAt)
                .then(settled -> life.read())
                .then(later -> takeOver(later, expireAt));
    }

    /**
     * The filter was cleared, or its life has ended. If only the config is lost, or was away for a while, the key is
     * kept, since another client may use it.
     */
    private Step<Optional<ConfigRecord>> withdraw(Optional<ConfigRecord> current) {
        return life.withdraw(current, () -> ClaimsSweep.unlink(List.of(claims.madeBy(birth.makers(current)))))
                .then(removed -> life.forget())
                .map(withdrawn -> current);
    }

    @Override
    public boolean isWanted(ConfigRecord current) {
        return isCurrent(Optional.of(current));
    }

    @Override
    public boolean isCurrent(Optional<ConfigRecord> current) {
        return current.filter(record -> ClaimsKey.epoch(record.filter()).equals(epoch))
                .isPresent();
    }
}
