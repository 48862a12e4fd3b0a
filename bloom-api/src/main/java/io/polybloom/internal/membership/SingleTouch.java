package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.OverCapacity;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.element.ElementBytes;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.CapacityWatch;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds or looks up one element. While the filter has one layer with room in it, that is one command; in every other case it is a
 * bulk operation of one element.
 */
public final class SingleTouch {

    private final OpenFilter filter;
    private final Access access;
    private final ElementBytes element;
    private final Generation generation;
    private final @Nullable KnownBits known;

    /** Prepares the operation, {@link Access#ADD} or a look-up, on the element whose bytes were collected. */
    public SingleTouch(OpenFilter filter, Access access, ElementBytes element) {
        this.filter = filter;
        this.access = access;
        this.element = element;
        Snapshot snapshot = filter.snapshot();
        this.generation = snapshot.generation();
        this.known = snapshot.known();
    }

    /** The steps of the operation. */
    public Step<Boolean> start() {
        Partition holder = known == null ? null : known.holderOf(element, generation.layers());
        if (known == null || holder == null) {
            return ask();
        }
        return known.isConfirmed(holder) ? answer(ElementOutcome.PRESENT) : confirm(known, holder);
    }

    /** The bits of the element are known to be set; what is open is whether their partition is still alive. */
    private Step<Boolean> confirm(KnownBits bits, Partition holder) {
        Touch trailer = new Touch(Access.LOOK_UP, holder, new long[0], 0);
        Batch batch = trailer.batch();
        long askedAt = bits.now();
        return Step.send(batch, replies -> {
            PartitionAnswer answer = trailer.answer(batch, replies);
            if (!answer.isAlive()) {
                return recover(Access.LOOK_UP, holder);
            }
            trailer.teach(bits, askedAt, answer);
            return answer(ElementOutcome.PRESENT);
        });
    }

    private Step<Boolean> ask() {
        return generation.layers().size() == 1 && (!access.isWrite() || hasRoom()) ? touch() : asBulk();
    }

    private boolean hasRoom() {
        CapacityWatch watch = filter.watch();
        return watch.isIdle() || !watch.isFull(generation) && watch.reserve(generation, 1) == 1;
    }

    private Step<Boolean> touch() {
        Layer layer = generation.newest();
        int hashes = layer.geometry().hashes();
        long[] offsets = new long[hashes];
        int number = layer.locate(element, offsets);
        Partition partition = layer.partition(number);
        Touch touch = new Touch(access, partition, offsets, hashes);
        Batch batch = touch.batch();
        long askedAt = known == null ? 0 : known.now();
        return Step.send(batch, replies -> conclude(partition, touch, askedAt, batch, replies));
    }

    private Step<Boolean> conclude(Partition partition, Touch touch, long askedAt, Batch batch, List<Reply> replies) {
        ElementOutcome outcome = ElementOutcome.UNKNOWN;
        PartitionAnswer answer;
        try {
            answer = touch.answer(batch, replies);
            outcome = answer.isAlive() ? answer.outcome(0) : ElementOutcome.UNKNOWN;
        } finally {
            if (access == Access.ADD) {
                filter.watch().settle(generation, 1, outcome == ElementOutcome.NEW ? 1 : 0);
            }
        }
        if (!answer.isAlive()) {
            return recover(access, partition);
        }
        if (known != null) {
            touch.teach(known, askedAt, answer);
        }
        if (answer.isSealed() && outcome == ElementOutcome.NEW) {
            return concludeSealed();
        }
        return answer(outcome);
    }

    private Step<Boolean> recover(Access way, Partition dead) {
        Recovery recovery = new Recovery(filter, generation, way, List.of(dead));
        return recovery.findSuccessor().then(successor -> asBulk());
    }

    private Step<Boolean> answer(ElementOutcome outcome) {
        return new Step.Done<>(outcome == access.yes());
    }

    /** The element may be in a layer that has been opened meanwhile. What was written to this one does no harm there. */
    private Step<Boolean> concludeSealed() {
        OverCapacity policy = generation.description().overCapacity();
        if (policy == OverCapacity.GROW) {
            return access.isWrite() ? single(bulk().startAfterSealedAdd()) : asBulk();
        }
        if (policy == OverCapacity.REJECT && access == Access.ADD) {
            filter.watch().markFull(generation);
        }
        return new Step.Done<>(access == Access.ADD);
    }

    private Step<Boolean> asBulk() {
        return single(bulk().start());
    }

    private BulkTouch bulk() {
        return new BulkTouch(filter, access, Elements.of(element));
    }

    private static Step<Boolean> single(Step<boolean[]> bulk) {
        return bulk.translateFailure(SingleTouch::withoutOutcomes).then(answers -> new Step.Done<>(answers[0]));
    }

    public static RuntimeException withoutOutcomes(RuntimeException failure) {
        return failure instanceof PartialBulkException partial ? (RuntimeException) partial.getCause() : failure;
    }
}
