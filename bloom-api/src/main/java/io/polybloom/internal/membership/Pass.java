package io.polybloom.internal.membership;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.GroupPermission;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.RebuildMarks;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.nearcache.KnownElements;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.ExchangedAnswer;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One way over some elements: adds them to a layer, or looks them up in some layers at the same time. It sends nothing
 * more after the first failure or dead partition; the outcomes known until then are in the elements.
 */
final class Pass implements Iterator<Batch>, Step.Receiver {

    /**
     * The most chunks in flight; the transport may allow fewer. A compromise: more hide the round trips to many
     * partitions, and hold more memory.
     */
    private static final int WINDOW = 16;

    private final Elements elements;
    private final BitSet which;
    private final Access access;
    private final Layer lastLayer;
    private final @Nullable KnownBits knownBits;
    private final Deque<Chunker> chunkers = new ArrayDeque<>();
    private final Map<Batch, Sent> sent = new IdentityHashMap<>();
    private final BitSet sealed = new BitSet();
    private final BitSet answered = new BitSet();
    private final Map<Layer, BitSet> presentIn = new IdentityHashMap<>();
    private final Map<Layer, BitSet> sealedIn = new IdentityHashMap<>();
    private final BitSet written = new BitSet();
    private final BitSet unwritten = new BitSet();
    private final List<Partition> dead = new ArrayList<>();
    private final Set<Partition> takenExpiries = new LinkedHashSet<>();
    private final Deque<Chunk> refused = new ArrayDeque<>();
    private final GroupPermission groups;
    private @Nullable Chunk ahead;
    private @Nullable RuntimeException failure;
    private boolean mayHaveWritten;
    private boolean meetsExpiry;
    private boolean meetsRebuild;

    private record Sent(Chunk chunk, Exchange exchange) {}

    /**
     * Prepares a pass over the elements at some places. Adding takes exactly one layer.
     *
     * @param near the layers in which the near cache may find an element; it is not asked for then
     * @param whole where a partition may be taken as a whole
     * @param groups is told when the server refuses that
     */
    Pass(
            Elements elements,
            BitSet which,
            Access access,
            @Nullable KnownBits knownBits,
            List<Layer> layers,
            List<Layer> near,
            WholePartitions whole,
            GroupPermission groups) {
        this.elements = elements;
        this.which = which;
        this.access = access;
        this.lastLayer = layers.get(layers.size() - 1);
        this.knownBits = knownBits;
        this.groups = groups;
        KnownElements known = new KnownElements(elements, knownBits, near);
        for (Layer layer : layers) {
            chunkers.add(new Chunker(elements, which, known, layer, access, whole));
        }
    }

    /** The steps of the pass; it never throws, but keeps the failure. */
    Step<Pass> run() {
        return new Step.Send<>(this, WINDOW, this, () -> new Step.Done<>(this));
    }

    /** The failure that ended the pass early, if any. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Takes a failure after the pass, which counts if there was none before. */
    void failBehind(RuntimeException thrown) {
        if (failure == null) {
            failure = thrown;
        } else {
            failure.addSuppressed(thrown);
        }
    }

    /** Returns whether the pass was one of writes, and a server may have executed any of them. */
    boolean mayHaveWritten() {
        return mayHaveWritten;
    }

    /** The partitions that are not alive. */
    List<Partition> dead() {
        return dead;
    }

    /** Returns whether an exchange has shown that the filter expires, which this client did not know. */
    boolean meetsExpiry() {
        return meetsExpiry || !takenExpiries.isEmpty();
    }

    /** Returns whether a partition has shown that the filter is being rebuilt, which this client did not know. */
    boolean meetsRebuild() {
        return meetsRebuild;
    }

    /** The partitions that have lost their expiry in an exchange, which {@link MetExpiry} restores. */
    Set<Partition> takenExpiries() {
        return takenExpiries;
    }

    /** The places of the elements whose partition of the last layer was sealed and did not know them. */
    BitSet sealed() {
        return sealed;
    }

    /** The places of the elements that the pass is about. */
    BitSet elements() {
        return which;
    }

    /** The places of the elements that a layer has, as far as it was asked. */
    BitSet presentIn(Layer layer) {
        return (BitSet) presentIn.getOrDefault(layer, new BitSet()).clone();
    }

    /** The places of the elements whose partition of a layer is sealed, as far as it was asked. */
    BitSet sealedIn(Layer layer) {
        return (BitSet) sealedIn.getOrDefault(layer, new BitSet()).clone();
    }

    /** The places of the elements that a live partition was asked for, or was given. */
    BitSet answered() {
        return answered;
    }

    /** The places of the elements that were written to a partition which takes elements. */
    BitSet written() {
        return written;
    }

    /** The places of the elements that a full partition has refused, or ignored after such an element. */
    BitSet refused() {
        return unwritten;
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && failure == null) {
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
        if (knownBits != null) {
            chunk.askedAt(knownBits.now());
        }
        Exchange exchange = chunk.exchange(access);
        Batch batch = exchange.batch();
        sent.put(batch, new Sent(chunk, exchange));
        return batch;
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        Sent asked = Objects.requireNonNull(sent.remove(batch));
        Chunk chunk = asked.chunk();
        if (batch.isGroup()) {
            // Also if the commands were executed: to a user who has lost the right to MULTI it will not be given the
            // next time.
            replies.forEach(groups::hear);
        }
        if (asked.exchange().isNotDone(replies)) {
            meetsExpiry |= ExchangedAnswer.isStopped(replies);
            refused.addAll(chunk.complete(access, WholePartitions.TO_READ));
            return failure == null && dead.isEmpty();
        }
        if (access.isWrite() && mayHaveBeenApplied(replies)) {
            mayHaveWritten = true;
            noteStored(chunk);
        }
        try {
            PartitionAnswer answer = asked.exchange().answer(batch, replies);
            if (answer.isAlive()) {
                boolean isNews = RebuildMarks.isNews(
                        answer.latestMark(), chunk.partition().layer().filter());
                meetsRebuild |= isNews;
                record(chunk, answer);
                if (answer.hasTakenExpiry()) {
                    takenExpiries.add(chunk.partition());
                }
                // An add must not be answered by bits which the next generation may lack.
                if (knownBits != null && !isNews) {
                    asked.exchange().teach(knownBits, chunk.askedAt(), answer);
                }
            } else {
                dead.add(chunk.partition());
            }
        } catch (BloomFilterException failed) {
            failure = failure == null ? failed : failure;
        }
        return failure == null && dead.isEmpty();
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
        Chunk chunk = Objects.requireNonNull(sent.get(later)).chunk();
        return !chunk.sharesBitsWith(Objects.requireNonNull(sent.get(earlier)).chunk());
    }

    private void noteStored(Chunk chunk) {
        for (int place = 0; place < chunk.size(); place++) {
            elements.mayBeStored(chunk.index(place));
        }
    }

    private static boolean mayHaveBeenApplied(List<Reply> replies) {
        for (Reply reply : replies) {
            if (!(reply instanceof Reply.Failure failure) || failure.mayHaveBeenApplied()) {
                return true;
            }
        }
        return false;
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

    /** An element that one layer does not know may be in another one, so a look-up records presence only. */
    private void record(Chunk chunk, PartitionAnswer answer) {
        Layer layer = chunk.partition().layer();
        boolean isLast = layer == lastLayer;
        for (int place = 0; place < chunk.size(); place++) {
            int index = chunk.index(place);
            ElementOutcome outcome = answer.outcome(place);
            if (outcome == ElementOutcome.PRESENT || access.isWrite()) {
                elements.set(index, outcome);
            }
            if (outcome == ElementOutcome.NEW && isLast && answer.isSealed()) {
                sealed.set(index);
            }
            if (outcome == ElementOutcome.REFUSED || outcome == ElementOutcome.UNKNOWN) {
                unwritten.set(index);
                continue;
            }
            answered.set(index);
            if (layer.filter().window().isPresent()) {
                note(presentIn, layer, index, outcome == ElementOutcome.PRESENT);
                note(sealedIn, layer, index, answer.isSealed());
            }
            written.set(index, access.isWrite() && !answer.isSealed());
        }
    }

    private static void note(Map<Layer, BitSet> places, Layer layer, int index, boolean holds) {
        if (holds) {
            places.computeIfAbsent(layer, first -> new BitSet()).set(index);
        }
    }
}
