package io.polybloom.internal.register;

import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How long the two hashes of a register stay: a day longer than the filter, so that they can say that it has expired or
 * was deleted. The version decides when a filter expires, and other clients write versions at any time. So each change
 * is followed by a look at the version, and repeated if that names another expiry by then.
 */
public final class RegisterExpiry {

    private final Register register;
    private final List<byte[]> hashes;

    RegisterExpiry(Register register, byte[] hash, byte[] copy) {
        this.register = register;
        this.hashes = List.of(hash, copy);
    }

    /**
     * Sets the expiry of both hashes, without a look at the version.
     *
     * @param expireAt when the filter expires; empty means never
     */
    public Step<Void> set(Optional<Instant> expireAt) {
        return register.write(commands(expireAt).toArray(new Command[0]));
    }

    /** Lets both hashes stay for as long as what says that the filter was deleted. */
    Step<Void> setAfterDeletion() {
        return register.write(hashes.stream()
                .map(hash -> Commands.expireAfter(hash, KeyNames.OUTLIVES_MILLIS))
                .toArray(Command[]::new));
    }

    /**
     * Gives both hashes the expiry of the current version, after they may have got that of an earlier one.
     *
     * @param current as it was read; nothing is done if nothing is stored
     */
    public Step<Void> giveBack(Optional<FilterState> current) {
        return current.map(state -> give(state, new RoundLimit(register.name())))
                .orElseGet(Step::done);
    }

    /** Does so in a round of an operation. */
    Step<Void> give(FilterState current, RoundLimit rounds) {
        return (current.isOver() ? setAfterDeletion() : set(current.filter().expireAt()))
                .then(given -> confirm(current, rounds));
    }

    private Step<Void> confirm(FilterState given, RoundLimit rounds) {
        return register.read(rounds)
                .then(found -> found.filter(state -> !hasSameExpiry(state, given))
                        .map(state -> give(state, rounds))
                        .orElseGet(Step::done));
    }

    private static boolean hasSameExpiry(FilterState one, FilterState other) {
        return one.isOver() == other.isOver()
                && (one.isOver()
                        || one.filter().expireAt().equals(other.filter().expireAt()));
    }

    /** Returns the commands that ask how long the hashes stay. */
    List<Command> look() {
        return hashes.stream().map(Commands::timeToLive).toList();
    }

    /**
     * Gives the hashes that do not stay as long as they should the expiry of a version.
     *
     * @param current settled: no other client is changing the expiry
     * @param lives the replies to {@link #look}
     */
    Step<Void> mend(FilterState current, List<Reply> lives, Instant now) {
        Optional<Instant> expireAt = current.filter().expireAt();
        List<Command> right = commands(expireAt);
        List<Command> wrong = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            if (isWrong(Answers.integer(look().get(i), lives.get(i)), expireAt, now)) {
                wrong.add(right.get(i));
            }
        }
        if (wrong.isEmpty()) {
            return Step.done();
        }
        // If this client may not do so, another one will.
        return Step.send(
                register.batch(wrong.toArray(new Command[0])),
                replies ->
                        Answers.areRefused(replies) ? Step.done() : confirm(current, new RoundLimit(register.name())));
    }

    private static boolean isWrong(long millisLeft, Optional<Instant> expireAt, Instant now) {
        if (millisLeft == Commands.NO_SUCH_KEY) {
            return false;
        }
        if (millisLeft == Commands.NO_EXPIRY || expireAt.isEmpty()) {
            return (millisLeft == Commands.NO_EXPIRY) == expireAt.isPresent();
        }
        long due = expireAt.get().toEpochMilli() + KeyNames.OUTLIVES_MILLIS - now.toEpochMilli();
        return Math.abs(millisLeft - due) > KeyNames.OUTLIVES_MILLIS / 2;
    }

    private List<Command> commands(Optional<Instant> expireAt) {
        Optional<Instant> later = expireAt.map(instant -> instant.plusMillis(KeyNames.OUTLIVES_MILLIS));
        return hashes.stream()
                .map(hash -> PartitionExpiry.applyExpiry(hash, later))
                .toList();
    }

    /**
     * Returns whether the server that has the register has passed the instant at which a filter expires. Only that
     * clock decides. If it cannot be asked, the step fails, since this machine's clock may be wrong by any amount.
     */
    public Step<Boolean> hasPassed(Optional<Instant> expireAt) {
        return expireAt.map(instant -> register.serverMillis().map(now -> now >= instant.toEpochMilli()))
                .orElseGet(() -> Step.done(false));
    }
}
