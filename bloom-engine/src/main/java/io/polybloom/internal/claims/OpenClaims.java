package io.polybloom.internal.claims;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.Deliveries;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.internal.register.Making;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The claims of one writer that one client has open. Knows after which clear the writer's key was made, so that the
 * absence of that key is recognised as a loss. Thread-safe.
 */
final class OpenClaims implements Deliveries {

    /**
     * The number of times that one call begins because the filter was cleared meanwhile, the first time included. More
     * would only help against clears in rapid succession.
     */
    static final int MOST_ATTEMPTS = 64;

    private final OpenFilter filter;
    private final String writer;
    private final Register register;

    /** The key since the most recent clear that any call has met, and the one before; null if there is none. */
    private volatile @Nullable Made newest;

    private volatile @Nullable Made previous;

    /** The key of the claims in an epoch. */
    private record Made(String epoch, ClaimsKey key) {}

    /**
     * Opens the claims of a writer; nothing is sent.
     *
     * @throws UnsupportedFilterException if the filter has no register that could name the writer
     */
    OpenClaims(OpenFilter filter, Snapshot snapshot, String writer) {
        String name = snapshot.generation().description().name();
        if (!snapshot.generation().isVersioned()) {
            throw new UnsupportedFilterException("the filter '" + name + "' has the layout '"
                    + snapshot.generation().layout().id()
                    + "' of another system, which would not remove the claims together with the filter: use a native"
                    + " layout");
        }
        snapshot.generation()
                .require(
                        LayoutCapability.LASTING_BITS,
                        "counts elements, and a repeated delivery would be counted twice: do not use claims");
        this.filter = filter;
        this.writer = ClaimsKey.requireWriter(writer);
        this.register = new Register(name, filter.environment());
    }

    @Override
    public Step<boolean[]> add(Snapshot snapshot, long first, CallElements elements) {
        return new ClaimedAdd(this, first, elements).start(snapshot);
    }

    /** Removes the claims which end with the delivery, or before it. */
    @Override
    public Step<Void> settle(Snapshot snapshot, long upTo) {
        Function<ClaimsKey, List<Command>> commands =
                key -> List.of(Commands.disclaimBetween(key.bytes(), Claim.least(0), Claim.greatest(upTo)));
        return WriteTracking.of(exchange(snapshot, MOST_ATTEMPTS, commands, (asked, replies) -> 0L))
                .asVoid();
    }

    @Override
    public Step<Long> count(Snapshot snapshot) {
        Function<ClaimsKey, List<Command>> commands = key -> List.of(
                // Removes nothing. A server that is not a primary refuses it, so its success shows that a primary was
                // read.
                Commands.disclaim(key.bytes(), List.of("")),
                Commands.claimsBetween(key.bytes(), Claim.least(0), Claim.greatest(Long.MAX_VALUE)));
        return exchange(snapshot, MOST_ATTEMPTS, commands, (asked, replies) -> {
            Set<Long> deliveries = new HashSet<>();
            for (String text : Answers.texts(asked.get(1), replies.get(1))) {
                Claim claim = Claim.read(register.name(), text);
                claim.claimed().stream()
                        .mapToObj(place -> claim.first() + place)
                        .forEach(deliveries::add);
            }
            return (long) deliveries.size();
        });
    }

    /**
     * Sends commands about the claims where they are after the most recent clear; the value is 0 for a writer without
     * claims.
     */
    private Step<Long> exchange(
            Snapshot snapshot,
            int attemptsLeft,
            Function<ClaimsKey, List<Command>> commands,
            BiFunction<List<Command>, List<Reply>, Long> reader) {
        if (attemptsLeft == 0) {
            throw Recovery.changedAgain(snapshot.generation());
        }
        return find(snapshot).then(found -> {
            if (found.isEmpty()) {
                return Step.done(0L);
            }
            ClaimsKey key = keyIn(found.get());
            List<Command> all = new ArrayList<>(commands.apply(key));
            Command isBorn = Commands.isBorn(key.bytes());
            all.add(isBorn);
            return Steps.send(
                    key.batch(all),
                    replies -> Answers.integer(isBorn, replies.get(all.size() - 1)) == 0
                            ? findSuccessor(found.get(), List.of())
                                    .then(newer -> exchange(newer, attemptsLeft - 1, commands, reader))
                            : Step.done(reader.apply(all, replies)));
        });
    }

    @Override
    public String writer() {
        return writer;
    }

    OpenFilter filter() {
        return filter;
    }

    /** Returns the key of the claims in the epoch of a snapshot, in which they were made. */
    ClaimsKey keyIn(Snapshot snapshot) {
        return Objects.requireNonNull(made(epoch(snapshot))).key;
    }

    private @Nullable Made made(String epoch) {
        Made last = newest;
        if (last != null && last.epoch.equals(epoch)) {
            return last;
        }
        Made before = previous;
        return before != null && before.epoch.equals(epoch) ? before : null;
    }

    private synchronized Snapshot remember(Snapshot snapshot, ClaimsKey key) {
        if (made(epoch(snapshot)) == null) {
            previous = newest;
            newest = new Made(epoch(snapshot), key);
        }
        return snapshot;
    }

    /** Makes the key, if nobody has made it; the value is the snapshot in whose epoch it is. */
    Step<Snapshot> make(Snapshot snapshot) {
        return make(snapshot, new RoundLimit(register.name()));
    }

    private Step<Snapshot> make(Snapshot snapshot, RoundLimit rounds) {
        if (made(epoch(snapshot)) != null) {
            return Step.done(snapshot);
        }
        rounds.next();
        return filter.opening().describe().then(found -> {
            if (!isOf(snapshot, found)) {
                return filter.refresh(snapshot.generation()).then(newer -> make(newer, rounds));
            }
            FilterDescription current = found.get().filter();
            Writers writers = new Writers(register, current);
            return writers.findAndRestore(writer)
                    .then(key -> key.isPresent() ? Step.done(key.get()) : create(writers, current))
                    .then(key -> keep(snapshot, key, Lifetime.of(current), rounds));
        });
    }

    /**
     * Makes a key under an id of its own, for a limited time, and records it. If another client was faster, its key
     * counts.
     */
    private Step<ClaimsKey> create(Writers writers, FilterDescription current) {
        String id = filter.environment().ids().get();
        ClaimsKey ours = new ClaimsKey(current, writer, id);
        return Steps.confirmed(ours.batch(
                        Commands.createClaims(ours.bytes()), Commands.liveFor(ours.bytes(), Making.LIFE_MILLIS)))
                .then(made -> writers.put(writer, id))
                .then(key -> key.equals(ours)
                        ? Step.done(key)
                        : Writers.unlink(List.of(ours)).map(removed -> key));
    }

    /**
     * Gives a key the expiry of the filter before it is used: the client that has made it may have died. If the filter
     * was cleared meanwhile, its claims begin anew.
     *
     * @param recorded the expiry of the filter when the key was recorded
     */
    private Step<Snapshot> keep(Snapshot snapshot, ClaimsKey key, Lifetime recorded, RoundLimit rounds) {
        rounds.next();
        return filter.opening().describe().then(found -> {
            if (!isOf(snapshot, found)) {
                return Writers.unlink(List.of(key))
                        .then(removed ->
                                new Writers(register, snapshot.generation().description()).forget())
                        .then(removed -> filter.refresh(snapshot.generation()))
                        .then(newer -> make(newer, rounds));
            }
            Lifetime lifetime = found.get().lifetime();
            if (!lifetime.equals(recorded)) {
                return new Writers(register, found.get().filter())
                        .live(lifetime)
                        .then(expired -> keep(snapshot, key, lifetime, rounds));
            }
            Command isBorn = Commands.isBorn(key.bytes());
            return Steps.send(key.batch(Writers.live(key, lifetime), isBorn), replies -> {
                if (Answers.integer(isBorn, replies.get(1)) == 0) {
                    return findSuccessor(snapshot, key, List.of()).then(newer -> make(newer, rounds));
                }
                return filter.opening()
                        .describe()
                        .then(later ->
                                isOf(snapshot, later) && later.get().lifetime().equals(lifetime)
                                        ? Step.done(remember(snapshot, key))
                                        : keep(snapshot, key, recorded, rounds));
            });
        });
    }

    /** Looks for the key without making it; the value is empty if there are no claims. */
    Step<Optional<Snapshot>> find(Snapshot snapshot) {
        return find(snapshot, new RoundLimit(register.name()));
    }

    private Step<Optional<Snapshot>> find(Snapshot snapshot, RoundLimit rounds) {
        if (made(epoch(snapshot)) != null) {
            return Step.done(Optional.of(snapshot));
        }
        rounds.next();
        return filter.opening().describe().then(found -> {
            if (!isOf(snapshot, found)) {
                return filter.refresh(snapshot.generation()).then(newer -> find(newer, rounds));
            }
            return new Writers(register, found.get().filter())
                    .find(writer)
                    .map(key -> key.map(there -> remember(snapshot, there)));
        });
    }

    /**
     * Finds out why the key is not the one that was made, and removes from it what a write has created in its place:
     * its members only, since the key may be alive on the server that answers by then, as after a failover.
     *
     * @param written the claims that only this write has made
     * @return the snapshot after a clear
     * @throws LostDataException by the steps, if the claims were lost
     */
    Step<Snapshot> findSuccessor(Snapshot snapshot, Collection<String> written) {
        return findSuccessor(snapshot, keyIn(snapshot), written);
    }

    private Step<Snapshot> findSuccessor(Snapshot snapshot, ClaimsKey claims, Collection<String> written) {
        return takeBack(claims, written)
                .then(removed -> filter.refresh(snapshot.generation()))
                .also(newer -> {
                    if (isSameKey(newer, snapshot)) {
                        throw lost(claims);
                    }
                });
    }

    private static Step<Void> takeBack(ClaimsKey claims, Collection<String> written) {
        return written.isEmpty()
                ? Step.done()
                : Steps.confirmed(claims.batch(Commands.disclaim(claims.bytes(), List.copyOf(written))));
    }

    /** Returns whether the claims have the same key in two snapshots. */
    static boolean isSameKey(Snapshot one, Snapshot other) {
        return epoch(one).equals(epoch(other));
    }

    private LostDataException lost(ClaimsKey claims) {
        return new LostDataException(
                register.name(),
                "the filter '" + register.name() + "' has lost the claims of the writer '" + writer + "': the key "
                        + claims
                        + " was evicted, deleted, flushed or lost in a failover, or another client is clearing or"
                        + " deleting the filter right now. A repeated delivery cannot be told from a duplicate, so"
                        + " there is no answer. Repeat the call. If it fails again, call clear() to start over, or"
                        + " choose another name for the writer and process every delivery that was not settled"
                        + " without asking the filter");
    }

    private static String epoch(Snapshot snapshot) {
        return ClaimsKey.epoch(snapshot.generation().description());
    }

    private static boolean isOf(Snapshot snapshot, Optional<FilterState> found) {
        return found.filter(state -> ClaimsKey.epoch(state.filter()).equals(epoch(snapshot)))
                .isPresent();
    }
}
