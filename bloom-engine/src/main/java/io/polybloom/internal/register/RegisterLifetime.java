package io.polybloom.internal.register;

import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
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
 * is followed by a look at the version, and repeated if that names another lifetime by then.
 */
public final class RegisterLifetime {

    private final Register register;
    private final List<byte[]> hashes;

    RegisterLifetime(Register register, byte[] hash, byte[] copy) {
        this.register = register;
        this.hashes = List.of(hash, copy);
    }

    /**
     * Lets both hashes live, without a look at the version.
     *
     * @param lifetime that of the filter
     */
    public Step<Void> set(Lifetime lifetime) {
        return register.write(commands(lifetime).toArray(new Command[0]));
    }

    /** Lets both hashes stay for as long as what says that the filter was deleted. */
    Step<Void> setAfterDeletion() {
        return register.write(hashes.stream()
                .map(hash -> Commands.liveFor(hash, KeyNames.OUTLIVES_MILLIS))
                .toArray(Command[]::new));
    }

    /**
     * Gives both hashes the lifetime of the current version, after they may have got that of an earlier one.
     *
     * @param current as it was read; nothing is done if nothing is stored
     */
    public Step<Void> giveBack(Optional<FilterState> current) {
        return current.map(state -> give(state, new RoundLimit(register.name())))
                .orElseGet(Step::done);
    }

    /** Does so in a round of an operation. */
    Step<Void> give(FilterState current, RoundLimit rounds) {
        return (current.isOver() ? setAfterDeletion() : set(current.lifetime()))
                .then(given -> confirm(current, rounds));
    }

    private Step<Void> confirm(FilterState given, RoundLimit rounds) {
        return register.read(rounds)
                .then(found -> found.filter(state -> !hasSameLifetime(state, given))
                        .map(state -> give(state, rounds))
                        .orElseGet(Step::done));
    }

    private static boolean hasSameLifetime(FilterState one, FilterState other) {
        return one.isOver() == other.isOver() && (one.isOver() || one.lifetime().equals(other.lifetime()));
    }

    /** Returns the commands that ask how long the hashes stay. */
    List<Command> look() {
        return hashes.stream().map(Commands::timeToLive).toList();
    }

    /**
     * Gives the hashes that do not stay as long as they should the lifetime of a version.
     *
     * @param current settled: no other client is changing the lifetime
     * @param lives the replies to {@link #look}
     */
    Step<Void> mend(FilterState current, List<Reply> lives, Instant now) {
        Lifetime lifetime = current.lifetime();
        List<Command> right = commands(lifetime);
        List<Command> wrong = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            if (isWrong(Answers.integer(look().get(i), lives.get(i)), lifetime, now)) {
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

    private static boolean isWrong(long millisLeft, Lifetime lifetime, Instant now) {
        if (millisLeft == Commands.NO_SUCH_KEY) {
            return false;
        }
        if (millisLeft == Commands.NO_EXPIRY || !lifetime.isLimited()) {
            return (millisLeft == Commands.NO_EXPIRY) == lifetime.isLimited();
        }
        long due = lifetime.ofWhole().end().orElseThrow().toEpochMilli() - now.toEpochMilli();
        return Math.abs(millisLeft - due) > KeyNames.OUTLIVES_MILLIS / 2;
    }

    private List<Command> commands(Lifetime lifetime) {
        return hashes.stream()
                .map(hash -> Commands.live(hash, lifetime.ofWhole()))
                .toList();
    }

    /**
     * Returns whether a lifetime has ended by the clock of the server that has the register. Only that clock decides.
     * If it cannot be asked, the step fails, since this machine's clock may be wrong by any amount.
     */
    public Step<Boolean> isOver(Lifetime lifetime) {
        return lifetime.isLimited() ? register.serverMillis().map(lifetime::isOver) : Step.done(false);
    }
}
