package io.polybloom.internal.claims;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.BulkOperation;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds elements under the deliveries that bring them. First it claims the deliveries, and learns which of them were
 * claimed before: their elements may be in the filter because of a call that nobody has the answer of. Then it adds. At
 * last it writes down which deliveries have brought something new. An element is new if it was not in the filter, or if
 * its delivery was claimed before.
 */
public final class ClaimedAdd {

    /** How often one call claims anew because the filter was cleared meanwhile. */
    private static final int MOST_CLAIMS = 3;

    private final OpenClaims claims;
    private final OpenFilter filter;
    private final Elements elements;
    private final long first;
    private final String token;
    private final BitSet claimedBefore = new BitSet();
    private final List<Claim> found = new ArrayList<>();

    /** Where the deliveries are claimed; null until they are. */
    private @Nullable Snapshot claimedIn;

    private int attempts;

    /**
     * Prepares the operation.
     *
     * @param first the delivery of the first element; each further element has the next delivery
     */
    public ClaimedAdd(OpenClaims claims, long first, Elements elements) {
        this.claims = claims;
        this.filter = claims.filter();
        this.elements = elements;
        this.first = first;
        this.token = filter.opening().environment().ids().get();
    }

    /** Returns the steps of the operation; one answer per element. */
    public Step<boolean[]> start(Snapshot now) {
        if (elements.size() == 0) {
            return new Step.Done<>(new boolean[0]);
        }
        return claim(now)
                .translateFailure(reason -> new PartialBulkException(elements.outcomes(), reason))
                .then(claimed -> BulkOperation.of(filter, Access.ADD, elements)
                        .entering(this::claimAnew)
                        .start(claimed))
                .recover(this::leave)
                .then(answers -> conclude());
    }

    private Step<Snapshot> claim(Snapshot now) {
        if (++attempts > MOST_CLAIMS) {
            throw Recovery.changedAgain(now.generation());
        }
        return WriteTracking.of(claims.make(now).then(made -> ask(made)));
    }

    private Step<Snapshot> ask(Snapshot now) {
        ClaimsKey key = claims.keyIn(now);
        long last = first + elements.size() - 1;
        List<String> own = Claim.all(first, elements.size(), token).stream()
                .map(Claim::text)
                .toList();
        Batch batch = key.batch(
                Commands.claimsBetween(key.bytes(), Claim.least(first), Claim.greatest(Claim.furthest(last))),
                Commands.claim(key.bytes(), own),
                // Last, so that it vouches for what was read and written before it.
                Commands.isBorn(key.bytes()));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            if (Answers.integer(batch.commands().get(2), replies.get(2)) == 0) {
                return claims.findSuccessor(now).then(successor -> claim(successor));
            }
            note(now, batch.commands().get(0), replies.get(0));
            claimedIn = now;
            return new Step.Done<>(now);
        });
    }

    private void note(Snapshot now, Command command, Reply reply) {
        found.clear();
        claimedBefore.clear();
        long end = first + elements.size() - 1;
        for (String text : Answers.texts(command, reply)) {
            Claim claim = Claim.read(now.generation().description().name(), text);
            if (claim.first() <= end) {
                found.add(claim);
                claim.claimed().stream()
                        .mapToLong(place -> claim.first() + place)
                        .filter(delivery -> delivery >= first && delivery <= end)
                        .forEach(delivery -> claimedBefore.set((int) (delivery - first)));
            }
        }
    }

    /** What has an answer in the generation that has ended keeps it. */
    private Step<Snapshot> claimAnew(Snapshot successor) {
        answerClaimed();
        return claim(successor);
    }

    /** Elements that are in the filter are new if their delivery was claimed before. */
    private void answerClaimed() {
        BitSet present = elements.having(ElementOutcome.PRESENT, 0, elements.size());
        present.and(claimedBefore);
        elements.setAll(present, ElementOutcome.NEW);
    }

    private Step<boolean[]> conclude() {
        answerClaimed();
        return writeDown(elements.having(ElementOutcome.NEW, 0, elements.size()))
                .translateFailure(reason -> new PartialBulkException(elements.outcomes(), reason))
                .then(written -> new Step.Done<>(elements.are(ElementOutcome.NEW)));
    }

    /**
     * Writes down what is known although the call has failed. A delivery without an answer stays claimed if its element
     * may have been written, and one that was claimed before stays so: a write of that time may still arrive.
     */
    private Step<boolean[]> leave(BloomFilterException failure) {
        if (!(failure instanceof PartialBulkException partial) || claimedIn == null) {
            throw failure;
        }
        answerClaimed();
        RuntimeException reason = (RuntimeException) partial.getCause();
        BitSet claimed = elements.having(ElementOutcome.NEW, 0, elements.size());
        claimed.or(claimedBefore);
        if (!(reason instanceof BackendException backend) || backend.mayHaveBeenApplied()) {
            claimed.or(elements.having(ElementOutcome.UNKNOWN, 0, elements.size()));
        }
        PartialBulkException reported = new PartialBulkException(elements.outcomes(), reason);
        return writeDown(claimed)
                .recover(unwritten -> {
                    reported.addSuppressed(unwritten);
                    throw reported;
                })
                .then(written -> {
                    throw reported;
                });
    }

    /**
     * Puts claims with these places in the place of those with all. They are added before the others go, so that a
     * delivery is claimed at any time. Claims of earlier calls that are contained in the new ones go, too.
     */
    private Step<Void> writeDown(BitSet places) {
        List<String> added = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        for (Claim all : Claim.all(first, elements.size(), token)) {
            int from = (int) (all.first() - first);
            Claim known = all.with(places.get(from, from + all.size()));
            if (!known.claimed().equals(all.claimed())) {
                removed.add(all.text());
                if (!known.claimed().isEmpty()) {
                    added.add(known.text());
                }
            }
        }
        long last = first + elements.size() - 1;
        for (Claim other : found) {
            if (other.first() >= first && other.last() <= last) {
                removed.add(other.text());
            }
        }
        return removed.isEmpty() ? new Step.Done<>(null) : exchange(added, removed, Objects.requireNonNull(claimedIn));
    }

    private Step<Void> exchange(List<String> added, List<String> removed, Snapshot now) {
        ClaimsKey key = claims.keyIn(now);
        List<Command> commands = new ArrayList<>();
        if (!added.isEmpty()) {
            commands.add(Commands.claim(key.bytes(), added));
        }
        commands.add(Commands.disclaim(key.bytes(), removed));
        commands.add(Commands.isBorn(key.bytes()));
        Batch batch = key.batch(commands);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            int end = commands.size() - 1;
            boolean isBorn = Answers.integer(commands.get(end), replies.get(end)) == 1;
            // In a generation that has ended meanwhile the answers are those of the time before.
            return isBorn ? new Step.Done<>(null) : claims.findSuccessor(now).then(newer -> new Step.Done<>(null));
        });
    }
}
