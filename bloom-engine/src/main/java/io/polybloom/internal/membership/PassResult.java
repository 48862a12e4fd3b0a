package io.polybloom.internal.membership;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.expiry.TakenLifetimes;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a {@link Pass} so far: of its elements, and of the partitions in which they were looked up or added.
 */
public final class PassResult {

    private final CallElements elements;
    private final BitSet which;
    private final Access access;
    private final Layer lastLayer;
    private final boolean followsSeals;
    private final BitSet sealed = new BitSet();
    private final BitSet answered = new BitSet();
    private final BitSet written = new BitSet();
    private final BitSet unwritten = new BitSet();
    private final List<Partition> dead = new ArrayList<>();
    private final Map<Integer, ElementOutcome> ended = new HashMap<>();
    private final Set<Partition> takenLifetimes = new LinkedHashSet<>();
    private @Nullable RuntimeException failure;
    private boolean mayHaveWritten;
    private boolean meetsNews;
    private int latestMark;

    PassResult(CallElements elements, BitSet which, Access access, Layer lastLayer) {
        this.elements = elements;
        this.which = which;
        this.access = access;
        this.lastLayer = lastLayer;
        this.followsSeals = lastLayer.mayBeFollowed();
    }

    /** Returns the failure that ended the pass early, if any. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Takes a failure of the pass; the first one counts. */
    void fail(RuntimeException thrown) {
        if (failure == null) {
            failure = thrown;
        }
    }

    /** Takes a failure after the pass, which counts if there was none before. */
    void failAfter(RuntimeException thrown) {
        if (failure == null) {
            failure = thrown;
        } else {
            failure.addSuppressed(thrown);
        }
    }

    /** Returns whether there was no failure, and all partitions are alive. */
    boolean isSound() {
        return failure == null && dead.isEmpty();
    }

    /** Returns whether the pass was one of writes, and a server may have executed any of them. */
    boolean mayHaveWritten() {
        return mayHaveWritten;
    }

    /** Returns the partitions that are not alive. */
    public List<Partition> dead() {
        return dead;
    }

    /** Returns whether an exchange has revealed a lifetime of the filter that this client did not know of. */
    boolean meetsLifetime() {
        return !takenLifetimes.isEmpty();
    }

    /** Returns whether a mark of a partition has said, or may have said, more than this client knew. */
    public boolean meetsNews() {
        return meetsNews;
    }

    /** Returns the latest mark of a partition; 0 if none has any. */
    int latestMark() {
        return latestMark;
    }

    /** Returns the partitions that have lost their lifetime in an exchange, which {@link TakenLifetimes} restores. */
    Set<Partition> takenLifetimes() {
        return takenLifetimes;
    }

    /** Returns the places of the elements whose partition of the last layer was sealed and did not know them. */
    BitSet sealed() {
        return sealed;
    }

    /** Returns the places of the elements that were written to a sealed partition, which did not know them. */
    BitSet writtenToSealed() {
        return access.isWrite() ? sealed : new BitSet();
    }

    /** Returns the places of the elements that the pass is about. */
    BitSet elements() {
        return which;
    }

    /** Returns the places of the elements that a live partition was asked for, or was given. */
    BitSet answered() {
        return answered;
    }

    /** Returns the places of the elements that were written to a partition which takes elements. */
    BitSet written() {
        return written;
    }

    /** Returns the places of the elements that a full partition has refused, or ignored after such an element. */
    public BitSet refused() {
        return unwritten;
    }

    /** Returns the exception that refuses these elements; null if there are none. */
    public @Nullable BloomFilterException refusal() {
        return unwritten.isEmpty() ? null : FullFilter.refusal(lastLayer.filter(), unwritten.cardinality());
    }

    /** Records that a server may have stored the elements of a chunk. */
    void noteWrite(Chunk chunk) {
        mayHaveWritten = true;
        for (int place = 0; place < chunk.size(); place++) {
            elements.mayBeStored(chunk.index(place));
        }
    }

    /** Records a partition that is not alive. */
    void noteDead(Partition partition) {
        dead.add(partition);
    }

    /** Records a partition that has answered about the elements of a chunk before it was removed. */
    void noteEnded(Chunk chunk, PartitionAnswer answer) {
        // A mark may have come before the end.
        meetsNews = true;
        for (int place = 0; place < chunk.size(); place++) {
            ElementOutcome outcome = answer.outcome(place);
            if (outcome == ElementOutcome.NEW || outcome == ElementOutcome.PRESENT) {
                ended.put(chunk.index(place), outcome);
            }
        }
        noteDead(chunk.partition());
    }

    /** Takes the answers of partitions that were removed after them, since they were removed with their generation. */
    void takeEnded() {
        ended.forEach((index, outcome) -> {
            elements.set(index, outcome);
            answered.set(index);
        });
    }

    /**
     * Records the answer of a live partition.
     *
     * @param isNews whether its mark says more than this client knew
     */
    void record(Chunk chunk, PartitionAnswer answer, boolean isNews) {
        meetsNews |= isNews;
        latestMark = Math.max(latestMark, answer.latestMark());
        Layer layer = chunk.partition().layer();
        for (int place = 0; place < chunk.size(); place++) {
            record(layer, chunk.index(place), answer.outcome(place), answer.isSealed());
        }
        if (answer.hasTakenLifetime()) {
            takenLifetimes.add(chunk.partition());
        }
    }

    /**
     * An element that one layer does not know may be in another one, so a look-up records presence only. In a filter
     * that grows, so may one that a sealed partition did not know before it was written there.
     */
    private void record(Layer layer, int index, ElementOutcome outcome, boolean isSealed) {
        boolean meetsSeal = outcome == ElementOutcome.NEW && layer == lastLayer && isSealed;
        if (outcome == ElementOutcome.PRESENT || (access.isWrite() && !(meetsSeal && followsSeals))) {
            elements.set(index, outcome);
        }
        if (meetsSeal) {
            sealed.set(index);
        }
        if (outcome == ElementOutcome.REFUSED || outcome == ElementOutcome.UNKNOWN) {
            unwritten.set(index);
            return;
        }
        answered.set(index);
        written.set(index, access.isWrite() && !isSealed);
    }
}
