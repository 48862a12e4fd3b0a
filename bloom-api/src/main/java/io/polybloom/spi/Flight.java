package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one {@link Step.Send} on their way: decides which batch may be sent now. Every driver uses it, so that the
 * window and the order within a lane are the same everywhere. Confined to one thread at a time.
 */
public final class Flight {

    private record Lane(int server, int lane) {}

    private final Iterator<Batch> batches;
    private final Step.Receiver receiver;
    private final int window;
    private final int mostJoined;
    private final Set<Lane> busyLanes = new HashSet<>();
    private final Map<Batch, List<Batch>> joined = new IdentityHashMap<>();
    private @Nullable Batch ahead;
    private int inFlight;
    private boolean stopped;

    /** Begins to send, with the smaller of the step's and the transport's window. */
    public Flight(Step.Send<?> send, Transport<?> transport) {
        batches = send.batches();
        receiver = send.receiver();
        window = Math.max(1, Math.min(send.window(), transport.window()));
        mostJoined = transport.joinsSlots() ? send.window() : 1;
    }

    /**
     * Takes the next batch that may be sent now; null if none may. When the window is full, the next batch is prepared all the
     * same, so that it is encoded while the others are in flight.
     */
    public @Nullable Batch poll() {
        Batch first = prepared();
        if (first == null || inFlight == window || !busyLanes.add(laneOf(first))) {
            return null;
        }
        ahead = null;
        inFlight++;
        return mostJoined == 1 ? first : join(first);
    }

    /** Takes the answer to a batch; one that lacks a reply counts as a failure with unknown effect. */
    public void answered(Batch batch, @Nullable List<Reply> replies) {
        int expected = batch.commands().size();
        if (replies != null && replies.size() == expected && replies.stream().allMatch(Objects::nonNull)) {
            land(batch, replies);
        } else {
            failed(
                    batch,
                    new IllegalStateException("the transport owes " + expected + " replies, but gave "
                            + (replies == null ? "none" : replies.toString())));
        }
    }

    /** Takes an exception in place of the answer to a batch; its commands may have been applied. */
    public void failed(Batch batch, Throwable failure) {
        land(batch, Collections.nCopies(batch.commands().size(), Reply.Failure.noAnswer(failure)));
    }

    /** Whether every batch has been sent and answered, or the receiver wants no more and none is in flight. */
    public boolean isOver() {
        return inFlight == 0 && (stopped || ahead == null && !batches.hasNext());
    }

    private @Nullable Batch prepared() {
        if (ahead == null && !stopped && batches.hasNext()) {
            ahead = batches.next();
        }
        return stopped ? null : ahead;
    }

    /** Adds the batches that follow, as long as they are for the same server and their lanes are free. */
    private Batch join(Batch first) {
        if (!mayJoin(prepared(), first)) {
            return first;
        }
        List<Batch> parts = new ArrayList<>(List.of(first));
        List<Command> commands = new ArrayList<>(first.commands());
        do {
            parts.add(ahead);
            commands.addAll(ahead.commands());
            ahead = null;
        } while (parts.size() < mostJoined && mayJoin(prepared(), first));
        Batch whole = new Batch(first.server(), first.lane(), commands, first.mayAskReplica());
        joined.put(whole, parts);
        return whole;
    }

    private boolean mayJoin(@Nullable Batch next, Batch first) {
        return next != null && next.server() == first.server() && busyLanes.add(laneOf(next));
    }

    private void land(Batch batch, List<? extends Reply> replies) {
        inFlight--;
        List<Batch> parts = joined.remove(batch);
        int from = 0;
        for (Batch part : parts == null ? List.of(batch) : parts) {
            int to = from + part.commands().size();
            busyLanes.remove(laneOf(part));
            stopped |= !receiver.receive(part, List.copyOf(replies.subList(from, to)));
            from = to;
        }
    }

    private static Lane laneOf(Batch batch) {
        return new Lane(batch.server(), batch.lane());
    }
}
