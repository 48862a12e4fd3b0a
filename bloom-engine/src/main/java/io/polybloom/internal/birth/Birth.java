package io.polybloom.internal.birth;

import io.polybloom.BloomFilterException;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.KeyBirth;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The birth of a layer, or of the claims of a writer, by any number of clients at once, of which any may be late or
 * die. Its {@link BirthLog log} in the config says who makes the keys and who has made them; its end says that all are
 * there, and is the mark of the layer or of the claims.
 *
 * <p>A client enters that it has made its keys when it has read the replies to all of its commands, so none of them is
 * still under way; and only keys of a maker that has entered this are given their names. The client that ends the log
 * has removed the keys of all these makers before, and the end takes the place behind their entries. So from then on no
 * command that arrives late, or two of them together, can bring a key to life that was lost.
 *
 * @param <K> what is made
 */
final class Birth<K> {

    /**
     * The largest number of attempts at one birth. A key that was made and is not alive was evicted or has expired at
     * once; more attempts would hardly help, and would delay the exception.
     */
    private static final int MOST_ATTEMPTS = 3;

    /**
     * The looks at the config for which another client may make the keys before this one makes them a second time:
     * making them takes two round trips.
     */
    private static final long FEWEST_LOOKS = 3;

    /** The bits for which it is given the time of one more look: zeroing a mebibyte takes no longer than a read. */
    private static final long BITS_PER_LOOK = 1L << 23;

    /** What is different about different births. */
    interface Purpose {

        /** Returns whether the keys are still to be made, as far as the log does not say that they were. */
        boolean isWanted(ConfigRecord current);

        /** Returns whether the generation continues, whether or not the keys count by now. */
        boolean isCurrent(Optional<ConfigRecord> current);

        /**
         * Returns the command that claims the keys once more; empty if the config shows the claim. A failover can lose
         * it, and nobody removes keys that the config does not name.
         */
        default Optional<Command> missingClaim(ConfigRecord current) {
            return Optional.empty();
        }

        /** Prepares that the keys are given their names; the value is false if the birth has to start over. */
        default Step<Boolean> prepare(Optional<Instant> expireAt) {
            return Step.done(true);
        }

        /** Returns the commands to send before the birth starts over. */
        default List<Command> restore() {
            return List.of();
        }

        /** Explains a failure to make the keys. */
        default BloomFilterException explain(BloomFilterException failure) {
            return failure;
        }

        /** Returns the commands that go with the mark. */
        default List<Command> besideMark(Optional<Instant> expireAt) {
            return List.of();
        }
    }

    /**
     * The end of a birth for one of its clients. Unless keys were lost, it has found all of them alive, and the log at
     * its end; or other clients have made them, or they are no longer wanted.
     *
     * @param isLost whether keys were lost in each attempt, or may have been in use before they were lost
     * @param current the config as most recently read
     * @param expireAt the expiry that this client has given to the keys; that of the config if it has given them none
     * @param dead what was lost; if nothing was, the key that was lost is that of the trace
     */
    record Born<K>(boolean isLost, Optional<ConfigRecord> current, Optional<Instant> expireAt, List<K> dead) {}

    private final ConfigKey config;
    private final LifeConfig life;
    private final BirthLog unbegun;
    private final Supplier<? extends KeyBirth<K>> births;
    private final Supplier<String> ids;
    private final Purpose purpose;
    private final RoundLimit rounds;
    private final Set<String> tried = new HashSet<>();
    private final Set<String> ours = new HashSet<>();
    private KeyBirth<K> keys;
    private String maker = Layer.ONLY_MAKER;
    private boolean isMade;
    private boolean hasGivenExpiry;
    private Optional<Instant> given = Optional.empty();
    private int attempts;
    private Optional<String> rival = Optional.empty();
    private long looksLeft;

    /**
     * Prepares the birth.
     *
     * @param unbegun the log of a birth that nobody has begun
     * @param births makes the keys, anew for each attempt
     * @param ids draws the names of makers
     */
    Birth(
            ConfigKey config,
            LifeConfig life,
            BirthLog unbegun,
            Supplier<? extends KeyBirth<K>> births,
            Supplier<String> ids,
            Purpose purpose) {
        this.config = config;
        this.life = life;
        this.unbegun = unbegun;
        this.births = births;
        this.ids = ids;
        this.purpose = purpose;
        this.rounds = new RoundLimit(config.name());
        this.keys = births.get();
    }

    /** Returns the steps. */
    Step<Born<K>> start() {
        return keys.makes() ? begin(unbegun) : move();
    }

    /** Returns this client and all makers that the config names, so that a removal finds what they have made. */
    List<String> makers(Optional<ConfigRecord> current) {
        Set<String> makers =
                new LinkedHashSet<>(current.map(record -> log(record).makers()).orElse(List.of()));
        if (!maker.equals(Layer.ONLY_MAKER)) {
            makers.add(maker);
        }
        return List.copyOf(makers);
    }

    private Step<Born<K>> decide(Optional<ConfigRecord> current) {
        if (!isWanted(current)) {
            return giveUp(current);
        }
        BirthLog log = log(current.get());
        if (!tried.containsAll(log.made())) {
            return complete(current.get(), log);
        }
        if (log.makers().contains(maker) && !log.made().contains(maker)) {
            return isMade ? enter(log, ConfigCommands.tellMade(config.bytes(), log, maker)) : make(log);
        }
        return mayBeMadeByAnother(log) ? life.read().then(this::decide) : begin(log);
    }

    /** If several clients make the keys at once, the server needs several times its memory. */
    private boolean mayBeMadeByAnother(BirthLog log) {
        List<String> others = new ArrayList<>(log.makers());
        others.removeAll(log.made());
        Optional<String> latest = others.isEmpty() ? Optional.empty() : Optional.of(others.get(others.size() - 1));
        if (!latest.equals(rival)) {
            rival = latest;
            looksLeft = FEWEST_LOOKS + keys.bits() / BITS_PER_LOOK;
        }
        return latest.isPresent() && looksLeft-- > 0;
    }

    private Step<Born<K>> begin(BirthLog log) {
        maker = ids.get();
        ours.add(maker);
        isMade = false;
        return enter(log, ConfigCommands.beginToMake(config.bytes(), log, maker));
    }

    private Step<Born<K>> enter(BirthLog log, Command entry) {
        rounds.next();
        return life.put(List.of(entry)).then(this::decide);
    }

    private Step<Born<K>> make(BirthLog log) {
        return keys.conceive(maker).translateFailure(purpose::explain).then(made -> {
            isMade = true;
            return enter(log, ConfigCommands.tellMade(config.bytes(), log, maker));
        });
    }

    /** Runs a first round that makes nothing of which only one may come to life. */
    private Step<Born<K>> move() {
        keys = births.get();
        return keys.conceive(maker).translateFailure(purpose::explain).then(moved -> {
            isMade = true;
            return life.read()
                    .then(current -> isWanted(current) ? complete(current.get(), log(current.get())) : giveUp(current));
        });
    }

    private Step<Born<K>> complete(ConfigRecord current, BirthLog log) {
        Optional<Command> claim = purpose.missingClaim(current);
        if (claim.isPresent()) {
            return claimAgain(claim.get());
        }
        Optional<Instant> expireAt = current.filter().expireAt();
        return purpose.prepare(expireAt)
                .then(isPrepared -> isPrepared ? bear(log, expireAt) : startOver(List.of(), purpose.restore()));
    }

    private Step<Born<K>> claimAgain(Command claim) {
        rounds.next();
        return life.put(List.of(claim)).then(current -> {
            if (!isWanted(current) || purpose.missingClaim(current.get()).isPresent()) {
                return giveUp(current);
            }
            return keys.makes() ? decide(current) : complete(current.get(), log(current.get()));
        });
    }

    private Step<Born<K>> bear(BirthLog log, Optional<Instant> expireAt) {
        hasGivenExpiry = true;
        given = expireAt;
        return keys.bear(expireAt, log.made(), log.makers()).then(dead -> {
            if (dead.isEmpty()) {
                return mark(log, expireAt);
            }
            tried.addAll(log.made());
            return startOver(dead, List.of());
        });
    }

    private Step<Born<K>> startOver(List<K> dead, List<Command> first) {
        return life.read().then(current -> {
            if (!isWanted(current)) {
                return giveUp(current);
            }
            if (++attempts == MOST_ATTEMPTS || mayHaveBeenUsed(dead)) {
                return Step.done(new Born<>(true, current, given(current), dead));
            }
            return life.write(first).then(written -> keys.makes() ? life.read().then(this::decide) : move());
        });
    }

    /** This client has used none of those that it has made itself. */
    private boolean mayHaveBeenUsed(List<K> dead) {
        Set<String> others = new HashSet<>(tried);
        others.removeAll(ours);
        return !others.isEmpty() && keys.mayHaveBeenUsed(dead, others);
    }

    /** Ends the log, unless others have made keys meanwhile: theirs have to be removed first. */
    private Step<Born<K>> mark(BirthLog log, Optional<Instant> expireAt) {
        List<Command> commands = new ArrayList<>(List.of(ConfigCommands.markReady(config.bytes(), log)));
        commands.addAll(purpose.besideMark(expireAt));
        return life.put(commands).then(current -> {
            if (!isWanted(current)) {
                return Step.done(new Born<>(false, current, expireAt, List.of()));
            }
            rounds.next();
            BirthLog later = log(current.get());
            return log.made().containsAll(later.made()) ? mark(later, expireAt) : complete(current.get(), later);
        });
    }

    /** Others have made the keys, or they are no longer wanted. */
    private Step<Born<K>> giveUp(Optional<ConfigRecord> current) {
        Born<K> born = new Born<>(false, current, given(current), List.of());
        boolean leavesKeys = isMade && purpose.isCurrent(current);
        return leavesKeys ? keys.abandon(maker).map(removed -> born) : Step.done(born);
    }

    private Optional<Instant> given(Optional<ConfigRecord> current) {
        return hasGivenExpiry
                ? given
                : current.flatMap(record -> record.filter().expireAt());
    }

    private boolean isWanted(Optional<ConfigRecord> current) {
        return current.filter(record -> purpose.isWanted(record) && !log(record).isOver())
                .isPresent();
    }

    private BirthLog log(ConfigRecord current) {
        return current.birth(unbegun);
    }
}
