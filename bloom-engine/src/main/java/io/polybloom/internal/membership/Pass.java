package io.polybloom.internal.membership;

import io.polybloom.BloomFilterException;
import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.exchange.ExchangeCost;
import io.polybloom.internal.exchange.Taking;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.nearcache.KnownElements;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A pass over some elements: adds them to a layer, or looks them up in some layers at the same time. It sends nothing
 * more after the first failure or dead partition; the outcomes known until then are in the elements and in its
 * {@link PassResult}.
 */
public final class Pass implements Iterator<Batch>, Step.Receiver {

    /**
     * The most chunks in flight; the transport may allow fewer. With fewer than there are partitions, a small call
     * waits more than once; with many more, comparing each chunk with all that are in flight would take too long.
     */
    private static final int MOST_IN_FLIGHT = 256;

    /**
     * The bytes in flight, roughly, in both directions together. A compromise: more bytes hide the round trips to many
     * partitions, but take more memory.
     */
    private static final int MOST_BYTES_IN_FLIGHT = 2 << 20;

    private static final int BYTES_OF_A_SHARE = MOST_BYTES_IN_FLIGHT / MOST_IN_FLIGHT;

    private final Access access;
    private final boolean answersWrite;
    private final @Nullable KnownBits knownBits;
    private final Deque<Chunker> chunkers = new ArrayDeque<>();
    private final Map<Batch, Chunk> sent = new IdentityHashMap<>();
    private final Deque<Chunk> refused = new ArrayDeque<>();
    private final PassResult result;
    private @Nullable Chunk ahead;

    /** The filter, for which notes are taken of its wire and of refused groups; null if no partition is taken. */
    private final @Nullable OpenFilter filter;

    private ExchangeCost cost = ExchangeCost.NOTHING;
    private boolean isOfWholes = true;
    private long flyingSince;

    /** The time in which any batch was on the way. */
    private long flyingNanos;

    /**
     * Prepares a pass over the elements at some places. Adding takes exactly one layer.
     *
     * @param whole what the whole operation does: if it writes, it may still end with what a pass finds that only reads
     * @param access what this pass does
     * @param snapshot the one of the operation, which knows some elements; null if nothing is known of the layers
     * @param near the layers in which an element may be known to be, which is then not asked for
     * @param taking where a partition may be taken as a whole
     * @param filter takes note of what the pass shows about its wire and its groups, if it may take partitions
     */
    Pass(
            CallElements elements,
            BitSet which,
            Access whole,
            Access access,
            @Nullable Snapshot snapshot,
            List<Layer> layers,
            List<Layer> near,
            Taking taking,
            @Nullable OpenFilter filter) {
        this.access = access;
        this.answersWrite = whole.isWrite() && !access.isWrite();
        this.knownBits = snapshot == null ? null : snapshot.knownFor(whole);
        this.filter = filter;
        this.result = new PassResult(elements, which, access, layers.get(layers.size() - 1));
        IntPredicate isKnown =
                knownBits == null ? index -> false : new KnownElements(elements, knownBits, near)::contains;
        for (Layer layer : layers) {
            chunkers.add(new Chunker(elements, which, isKnown, layer, access, taking));
        }
    }

    /**
     * Returns the steps that add the elements at some places to a layer that no near cache knows; whether they were
     * there already does not matter. They throw the failure of the pass.
     */
    public static Step<PassResult> adding(CallElements elements, BitSet which, Layer layer) {
        List<Layer> layers = List.of(layer);
        return new Pass(elements, which, Access.ADD, Access.ADD, null, layers, layers, Taking.NOTHING, null)
                .run()
                .also(pass -> {
                    if (pass.failure() != null) {
                        throw pass.failure();
                    }
                });
    }

    /** Returns the steps of the pass, which never throws but records the failure. */
    Step<PassResult> run() {
        return new Step.Send<>(this, MOST_IN_FLIGHT, this, this::end);
    }

    private Step<PassResult> end() {
        if (filter != null && result.failure() == null && isOfWholes) {
            filter.environment().wire().saw(cost.bytes(), flyingNanos, cost.server());
        }
        return Step.done(result);
    }

    /** Returns the outcome so far. */
    PassResult result() {
        return result;
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && result.failure() == null) {
            ahead = nextChunk();
        }
        return ahead != null;
    }

    @Override
    public Batch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Chunk chunk = Objects.requireNonNull(ahead);
        ahead = null;
        Exchange exchange = chunk.exchange(access, knownBits == null ? 0 : knownBits.now());
        Batch batch = answersWrite ? exchange.batch().answeringWrite() : exchange.batch();
        sent.put(batch, chunk);
        if (filter != null) {
            departs(chunk, filter.environment());
        }
        return batch;
    }

    /** Only whole partitions say something of the wire: names keep the server busy for longer than that. */
    private void departs(Chunk chunk, Environment environment) {
        if (chunk.takesWhole()) {
            cost = cost.and(chunk.costOfWhole(access));
        } else {
            isOfWholes = false;
        }
        if (sent.size() == 1) {
            flyingSince = environment.nanoTime().getAsLong();
        }
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        Chunk chunk = Objects.requireNonNull(sent.remove(batch));
        Exchange exchange = chunk.sent();
        if (filter != null && sent.isEmpty()) {
            flyingNanos += filter.environment().nanoTime().getAsLong() - flyingSince;
        }
        if (filter != null && batch.isGroup()) {
            // The replies count even if the commands were executed: a user who has lost the right to MULTI will also
            // lack it the next time.
            replies.forEach(filter.groups()::hear);
        }
        if (exchange.isNotDone(replies)) {
            refused.addAll(chunk.complete(access, Taking.NOTHING));
            return result.isSound();
        }
        if (access.isWrite() && replies.stream().anyMatch(Reply::mayHaveBeenApplied)) {
            result.noteWrite(chunk);
        }
        try {
            take(batch, chunk, exchange.answer(batch, replies));
        } catch (BloomFilterException failed) {
            result.fail(failed);
        }
        return result.isSound();
    }

    private void take(Batch batch, Chunk chunk, PartitionAnswer answer) {
        if (answer.isEnded()) {
            result.noteEnded(chunk, answer);
            return;
        }
        if (!answer.isAlive()) {
            result.noteDead(chunk.partition());
            return;
        }
        boolean isNews = chunk.partition().layer().isNews(answer.latestMark());
        result.record(chunk, answer, isNews);
        if (knownBits != null) {
            Exchange sent = chunk.sent();
            knownBits.learn(sent.access(), sent.partition(), sent.offsets(), batch, chunk.askedAt(), answer);
        }
    }

    /** Look-ups change nothing, and adds and removals only the bits that they touch. */
    @Override
    public boolean mayOvertake(Batch later, Batch earlier) {
        if (!access.isWrite()) {
            return true;
        }
        if (access == Access.ADD_AND_SEAL) {
            return false;
        }
        return !Objects.requireNonNull(sent.get(later)).sharesBitsWith(Objects.requireNonNull(sent.get(earlier)));
    }

    @Override
    public int share(Batch batch) {
        long bytes = Objects.requireNonNull(sent.get(batch)).bytes(access);
        return (int) Math.max(1, Math.min(MOST_IN_FLIGHT, (bytes + BYTES_OF_A_SHARE - 1) / BYTES_OF_A_SHARE));
    }

    /** Takes the layers in turn, so that chunks of several layers are in flight at the same time. */
    private @Nullable Chunk nextChunk() {
        if (!refused.isEmpty()) {
            return refused.remove();
        }
        while (!chunkers.isEmpty()) {
            Chunker chunker = chunkers.remove();
            Chunk chunk = chunker.next();
            if (chunk != null) {
                chunkers.add(chunker);
                return chunk;
            }
        }
        return null;
    }
}
