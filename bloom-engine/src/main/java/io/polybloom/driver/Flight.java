package io.polybloom.driver;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one {@link Step.Send} on their way: decides which batch may be sent now. Every driver uses it, so that
 * the room in flight and the order within an ordering key are the same everywhere. Confined to one thread at a time.
 */
public final class Flight {

    private static final int FEW = 4;

    /**
     * The most batches that are prepared ahead. A compromise: with more, it is likelier that one of them may be sent;
     * with fewer, less memory is taken.
     */
    private static final int MOST_AHEAD = 4;

    /**
     * The most batches with one ordering key in flight. More would not be faster, and would make the commands of other
     * clients wait.
     */
    private static final int MOST_OF_A_KEY = 4;

    /**
     * The number of arguments below which a batch is joined with the next one, about those of a call of 150 elements: a
     * server reads them in less time than a round trip in a network takes. With fewer, a call of 100 takes the client
     * up to twice as long, since it waits for more replies, on more connections. With more, client and server work at
     * the same time more rarely.
     */
    private static final int LITTLE = 2048;

    private final Iterator<Batch> batches;
    private final Step.Receiver receiver;
    private final int mostOfTransport;

    /** The shares that batches in flight may take together. */
    private final int mostOfStep;

    /** The shares that the batches of one pipeline may take together. */
    private final int mostOfPipeline;

    private final boolean joins;
    private final boolean keepsOrder;
    private final IntPredicate redirects;
    private final PrimaryProof proof;
    private final List<Batch> flying = new ArrayList<>(FEW);

    /** The shares that batches in flight take. */
    private int taken;

    /** The share of each batch in flight that takes more than one. */
    private final Map<Batch, Integer> shares = new IdentityHashMap<>(FEW);

    /** The batches that are sent as one, whose commands the proofs that a primary answers may precede. */
    private final Map<Batch, List<Batch>> pipelines = new IdentityHashMap<>(FEW);

    private final Deque<Batch> prepared = new ArrayDeque<>(FEW);
    private int inFlight;
    private boolean stopped;

    /**
     * Prepares to send, within the windows of the step and of the transport.
     *
     * @param proof what is known of the servers of the transport
     */
    public Flight(Step.Send<?> send, Transport<?> transport, PrimaryProof proof) {
        this.proof = proof;
        batches = send.batches();
        receiver = send.receiver();
        mostOfTransport = Math.max(1, transport.window());
        mostOfStep = Math.max(1, send.mostInFlight());
        // The rest is for the next one, which is made while this one is on its way.
        mostOfPipeline = mostOfTransport > 1 ? Math.max(1, mostOfStep / 2) : mostOfStep;
        joins = transport.joinsSlots();
        keepsOrder = transport.keepsOrder();
        redirects = transport::redirects;
    }

    /**
     * Takes the next batch that may be sent now; null if there is none. While others are in flight, the next ones are
     * prepared already, so that their encoding overlaps with the server's work.
     */
    public @Nullable Batch poll() {
        if (stopped) {
            return null;
        }
        Batch next = firstThatMayDepart();
        while (next == null && mayPrepare()) {
            prepared.add(batches.next());
            next = firstThatMayDepart();
        }
        if (next == null) {
            return null;
        }
        inFlight++;
        return depart(joins && !next.isGroup() ? join(next) : List.of(next));
    }

    /** Takes the answer to a batch; one that lacks a reply counts as a failure with unknown effect. */
    public void answered(Batch batch, @Nullable List<Reply> replies) {
        int expected = batch.size();
        if (replies != null && replies.size() == expected && isComplete(replies)) {
            land(batch, replies);
        } else {
            failed(
                    batch,
                    new IllegalStateException("the transport must return " + expected + " replies, but returned "
                            + (replies == null ? "none" : replies.toString())));
        }
    }

    /** Takes an exception in place of the answer to a batch; its commands may have been applied. */
    public void failed(Batch batch, Throwable failure) {
        land(batch, Collections.nCopies(batch.size(), Reply.Failure.noAnswer(failure)));
    }

    /** Takes the reason why a batch was not sent; its commands were certainly not applied. */
    public void notSent(Batch batch, Throwable reason) {
        land(batch, Collections.nCopies(batch.size(), Reply.Failure.notSent(reason)));
    }

    /** Returns whether every batch has been sent and answered, or the receiver wants no more and none is in flight. */
    public boolean isOver() {
        return inFlight == 0 && (stopped || (prepared.isEmpty() && !batches.hasNext()));
    }

    private boolean mayPrepare() {
        int ahead = Math.max(1, Math.min(MOST_AHEAD, 2 * flying.size()));
        return prepared.size() < ahead && mayAskForMore() && batches.hasNext();
    }

    private boolean mayAskForMore() {
        return inFlight == 0 || !receiver.runsCallersCode();
    }

    /** Returns the first batch that may be sent: one that waits holds up only those that must not overtake it. */
    private @Nullable Batch firstThatMayDepart() {
        if (inFlight == mostOfTransport || taken >= mostOfStep) {
            return null;
        }
        for (Iterator<Batch> each = prepared.iterator(); each.hasNext(); ) {
            Batch batch = each.next();
            int share = receiver.share(batch);
            if (fits(share, mostOfStep) && mayDepart(batch) && mayOvertakeThoseBefore(batch)) {
                each.remove();
                take(batch, share);
                return batch;
            }
        }
        return null;
    }

    private boolean fits(int share, int most) {
        return flying.isEmpty() || taken + share <= most;
    }

    private void take(Batch batch, int share) {
        flying.add(batch);
        taken += share;
        if (share > 1) {
            shares.put(batch, share);
        }
    }

    private boolean mayDepart(Batch batch) {
        int ofItsKey = 0;
        for (Batch each : flying) {
            if (haveOneKey(batch, each)) {
                ofItsKey++;
                if (ofItsKey == MOST_OF_A_KEY || (!keepsOrder && !receiver.mayOvertake(batch, each))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean mayOvertakeThoseBefore(Batch batch) {
        for (Batch earlier : prepared) {
            if (earlier == batch) {
                break;
            }
            if (haveOneKey(batch, earlier) && !receiver.mayOvertake(batch, earlier)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds the batches that follow until they are enough to keep the server busy, as long as they are for the same
     * server and their ordering keys are free.
     */
    private List<Batch> join(Batch first) {
        List<Batch> parts = new ArrayList<>(List.of(first));
        int arguments = arguments(first);
        int most = Math.min(mostOfStep, taken - shares.getOrDefault(first, 1) + mostOfPipeline);
        while (arguments < LITTLE) {
            if (prepared.isEmpty() && mayAskForMore() && batches.hasNext()) {
                prepared.add(batches.next());
            }
            Batch next = prepared.peek();
            if (next == null || next.isGroup() || next.server() != first.server() || isFlyingFor(next)) {
                break;
            }
            int share = receiver.share(next);
            if (!fits(share, most)) {
                break;
            }
            take(next, share);
            parts.add(prepared.remove());
            arguments += arguments(next);
        }
        return parts;
    }

    /** Returns the batches as one, and before them the proofs that a primary answers, if any of them needs one. */
    private Batch depart(List<Batch> parts) {
        Batch first = parts.get(0);
        boolean isProven = !redirects.test(first.server()) && parts.stream().anyMatch(PrimaryProof::isNeededBy);
        if (parts.size() == 1 && !isProven) {
            return first;
        }
        Batch whole = Batch.join(isProven ? proof.before(first) : List.of(), parts);
        pipelines.put(whole, parts);
        return whole;
    }

    private static int arguments(Batch batch) {
        int arguments = 0;
        for (Command command : batch.commands()) {
            arguments += command.arguments().length;
        }
        return arguments;
    }

    private static boolean isComplete(List<Reply> replies) {
        for (Reply reply : replies) {
            if (reply == null) {
                return false;
            }
        }
        return true;
    }

    private void land(Batch batch, List<Reply> replies) {
        inFlight--;
        List<Batch> parts = pipelines.remove(batch);
        if (parts == null) {
            receive(batch, replies);
            return;
        }
        int from = batch.size();
        for (Batch part : parts) {
            from -= part.size();
        }
        Reply.Failure unproven =
                from > 0 ? proof.missing(batch.server(), batch.commands().subList(0, from), replies) : null;
        for (Batch part : parts) {
            List<Reply> answers = replies.subList(from, from + part.size());
            receive(
                    part,
                    unproven == null || !PrimaryProof.isNeededBy(part)
                            ? answers
                            : PrimaryProof.withhold(part, unproven, answers));
            from += part.size();
        }
    }

    private void receive(Batch part, List<Reply> replies) {
        remove(part);
        stopped |= !receiver.receive(part, List.copyOf(replies));
    }

    private boolean isFlyingFor(Batch next) {
        for (Batch each : flying) {
            if (haveOneKey(next, each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean haveOneKey(Batch one, Batch other) {
        return one.server() == other.server() && one.orderingKey() == other.orderingKey();
    }

    /** Removes by identity, because two batches may be equal. */
    private void remove(Batch landed) {
        for (int i = 0; i < flying.size(); i++) {
            if (flying.get(i) == landed) {
                flying.remove(i);
                Integer share = shares.remove(landed);
                taken -= share == null ? 1 : share;
                return;
            }
        }
    }
}
