package io.polybloom.internal.claims;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.BulkAdd;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds elements under the deliveries that bring them. First it claims the deliveries, then it adds, and finally it
 * withdraws the claims of deliveries whose elements were already in the filter. An element is new if it was not in the
 * filter, or if another call has claimed its delivery: then that call may have added it, and its answer may be lost.
 *
 * <p>The claims of other calls are read after this call's own are written, and once more after the add, before any
 * claim is withdrawn. So of two calls with the same delivery, each either finds the bits of the other unset or sees its
 * claim.
 */
final class ClaimedAdd {

    private final OpenClaims claims;
    private final OpenFilter filter;
    private final CallElements elements;
    private final long first;
    private final long last;
    private final String token;

    /** The places of the elements whose deliveries other calls have claimed. */
    private final BitSet claimedByOthers = new BitSet();

    /**
     * The claims of other calls that hold only deliveries of this call, and that this call replaces. Of two concurrent
     * calls, only the one with the greater token does so: otherwise each could remove the claims of the other.
     */
    private final List<Claim> contained = new ArrayList<>();

    /** This call's own claims, as they are stored. */
    private Set<String> stored = Set.of();

    /** The snapshot in which the deliveries are claimed; null until they are claimed. */
    private @Nullable Snapshot claimedIn;

    private final RoundLimit rounds;
    private boolean mayHaveWrittenUnknown;
    private int attempts;

    /**
     * Prepares the operation.
     *
     * @param first the delivery of the first element; each further element has the next delivery
     */
    ClaimedAdd(OpenClaims claims, long first, CallElements elements) {
        this.claims = claims;
        this.filter = claims.filter();
        this.elements = elements;
        this.first = first;
        this.last = first + elements.size() - 1;
        this.rounds = new RoundLimit(filter.name());
        this.token = filter.environment().ids().get();
    }

    /** Returns the steps of the operation; one answer per element. */
    Step<boolean[]> start(Snapshot snapshot) {
        if (elements.size() == 0) {
            return Step.done(new boolean[0]);
        }
        return add(snapshot);
    }

    private Step<boolean[]> add(Snapshot snapshot) {
        return claim(snapshot)
                .translateFailure(this::withOutcomes)
                // Only a clear ends claims, and so leaves answers to an add that has yet to begin.
                .then(claimed -> BulkAdd.of(filter, elements)
                        .afterAClear()
                        .beforeStartingOver(this::claimAnew)
                        .start(claimed))
                .recover(this::leave)
                .then(added -> conclude());
    }

    private PartialBulkException withOutcomes(RuntimeException reason) {
        return elements.partial(reason);
    }

    private Step<Snapshot> claim(Snapshot snapshot) {
        if (++attempts > OpenClaims.MOST_ATTEMPTS) {
            throw Recovery.changedAgain(snapshot.generation());
        }
        return WriteTracking.of(claims.make(snapshot).then(this::claimAll));
    }

    private Step<Snapshot> claimAll(Snapshot snapshot) {
        ClaimsKey key = claims.keyIn(snapshot);
        Set<String> all = texts(everyPlace());
        boolean areThere = claimedIn != null && OpenClaims.isSameKey(claimedIn, snapshot);
        Set<String> claimedBefore = areThere ? stored : Set.of();
        Command read = readAll(key);
        // At the end, so that it vouches for the reads and writes before it.
        Command isBorn = Commands.isBorn(key.bytes());
        Batch batch = key.batch(Commands.claim(key.bytes(), List.copyOf(all)), read, isBorn);
        return Steps.send(batch, replies -> {
            if (Answers.integer(isBorn, replies.get(2)) == 0) {
                return claims.findSuccessor(snapshot, without(claimedBefore, all))
                        .then(this::claim);
            }
            stored = all;
            claimedIn = snapshot;
            claimedByOthers.clear();
            note(snapshot, read, replies.get(1));
            return Step.done(snapshot);
        });
    }

    private Step<Snapshot> claimAnew(Snapshot successor) {
        answerClaimed();
        doubtPresence();
        return claim(successor);
    }

    /**
     * An element that was there may have been brought by another call under the same delivery. Only reading the claims
     * after the add can tell; until then nothing is known.
     */
    private void doubtPresence() {
        elements.setAll(having(ElementOutcome.PRESENT), ElementOutcome.UNKNOWN);
    }

    private Command readAll(ClaimsKey key) {
        return Commands.claimsBetween(key.bytes(), Claim.least(first), Claim.greatest(Claim.furthest(last)));
    }

    /** Records the claims of other calls. */
    private void note(Snapshot snapshot, Command read, Reply reply) {
        contained.clear();
        for (String text : Answers.texts(read, reply)) {
            Claim claim = Claim.read(snapshot.generation().description().name(), text);
            if (!claim.token().equals(token) && claim.first() <= last) {
                claim.claimed().stream()
                        .mapToLong(place -> claim.first() + place)
                        .filter(delivery -> delivery >= first && delivery <= last)
                        .forEach(delivery -> claimedByOthers.set((int) (delivery - first)));
                if (claim.first() >= first
                        && claim.last() <= last
                        && claim.token().compareTo(token) < 0) {
                    contained.add(claim);
                }
            }
        }
    }

    /** Elements that are in the filter are new if another call has claimed their delivery. */
    private void answerClaimed() {
        BitSet present = having(ElementOutcome.PRESENT);
        present.and(claimedByOthers);
        elements.setAll(present, ElementOutcome.NEW);
    }

    /** Elements whose answers were lost when the filter was cleared are added in the new generation. */
    private Step<boolean[]> conclude() {
        return writeDown()
                .translateFailure(reason -> {
                    doubtPresence();
                    return withOutcomes(reason);
                })
                .then(snapshot -> having(ElementOutcome.UNKNOWN).isEmpty()
                        ? Step.done(elements.are(ElementOutcome.NEW))
                        : add(snapshot));
    }

    /** Records the known answers although the call has failed. */
    private Step<boolean[]> leave(BloomFilterException failure) {
        if (claimedIn == null || !(failure instanceof PartialBulkException partial)) {
            throw failure;
        }
        RuntimeException reason = partial.getCause();
        mayHaveWrittenUnknown = !(reason instanceof BackendException backend) || backend.mayHaveBeenApplied();
        return writeDown()
                .map(snapshot -> reason)
                .recover(unwritten -> {
                    doubtPresence();
                    return Step.done(Steps.toTell(reason, unwritten));
                })
                .then(told -> {
                    throw withOutcomes(told);
                });
    }

    /**
     * Returns the places of the deliveries that stay claimed. One that another call has claimed does so even if its
     * element was refused now: a write of that call may still arrive.
     */
    private BitSet staying() {
        BitSet staying = having(ElementOutcome.NEW);
        staying.or(claimedByOthers);
        if (mayHaveWrittenUnknown) {
            staying.or(having(ElementOutcome.UNKNOWN));
        }
        return staying;
    }

    /**
     * Replaces the claims of all deliveries by those that stay, which also replace the claims of other calls that they
     * contain. A full server refuses new claims but not the removal of old ones: so the others go in a batch after the
     * reply to those that stay, and a delivery that stays claimed is claimed at all times. A claim that another call
     * has made in the meantime is seen after that; then its element is new, and is claimed again.
     *
     * @return the snapshot with which the operation continues; a newer one if the claims have ended with their
     *     generation
     */
    private Step<Snapshot> writeDown() {
        rounds.next();
        answerClaimed();
        Snapshot snapshot = Objects.requireNonNull(claimedIn);
        Set<String> wanted = texts(staying());
        List<String> added = without(stored, wanted);
        List<String> removed = without(wanted, stored);
        contained.forEach(claim -> removed.add(claim.text()));
        if (added.isEmpty() && removed.isEmpty()) {
            return Step.done(snapshot);
        }
        ClaimsKey key = claims.keyIn(snapshot);
        Command change = added.isEmpty() ? Commands.disclaim(key.bytes(), removed) : Commands.claim(key.bytes(), added);
        Command read = readAll(key);
        Command isBorn = Commands.isBorn(key.bytes());
        return Steps.send(key.batch(change, read, isBorn), replies -> {
            if (Answers.integer(isBorn, replies.get(2)) == 0) {
                doubtPresence();
                return claims.findSuccessor(snapshot, added);
            }
            if (added.isEmpty()) {
                stored = wanted;
            } else {
                stored.addAll(added);
            }
            note(snapshot, read, replies.get(1));
            return writeDown();
        });
    }

    private static List<String> without(Set<String> some, Set<String> all) {
        List<String> rest = new ArrayList<>(all);
        rest.removeAll(some);
        return rest;
    }

    private BitSet everyPlace() {
        BitSet all = new BitSet();
        all.set(0, elements.size());
        return all;
    }

    private BitSet having(ElementOutcome outcome) {
        return elements.having(outcome, 0, elements.size());
    }

    /** Returns this call's own claims of some places, as they are stored. */
    private Set<String> texts(BitSet places) {
        Set<String> texts = new LinkedHashSet<>();
        for (int from = 0; from < elements.size(); from += Claim.MOST) {
            int to = Math.min(from + Claim.MOST, elements.size());
            BitSet claimed = places.get(from, to);
            if (!claimed.isEmpty()) {
                texts.add(new Claim(first + from, to - from, token, claimed).text());
            }
        }
        return texts;
    }
}
