package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import io.polybloom.OverCapacity;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.util.List;

/**
 * Adds or looks up one element. While the filter has one layer with room in it, that is one command; in every other case it is a
 * bulk operation of one element.
 */
public final class SingleTouch {

    private final OpenFilter filter;
    private final Access access;
    private final ElementBytes element;
    private final Generation generation;

    /** Prepares the operation, {@link Access#ADD} or {@link Access#LOOK_UP}, on the element whose bytes were collected. */
    public SingleTouch(OpenFilter filter, Access access, ElementBytes element) {
        this.filter = filter;
        this.access = access;
        this.element = element;
        this.generation = filter.generation();
    }

    /** The steps of the operation. */
    public Step<Boolean> start() {
        return generation.layers().size() == 1 && (access == Access.LOOK_UP || hasRoom()) ? touch() : asBulk();
    }

    private boolean hasRoom() {
        CapacityWatch watch = filter.watch();
        return watch.isIdle() || !watch.isFull(generation) && watch.reserve(generation, 1) == 1;
    }

    private Step<Boolean> touch() {
        Layer layer = generation.newest();
        int hashes = layer.geometry().hashes();
        long[] offsets = new long[hashes];
        int number = generation.layout().locate(element.bytes(), element.length(), layer.geometry(), offsets, 0);
        Partition partition = layer.partition(number);
        Touch touch = new Touch(access, partition, offsets, hashes);
        Batch batch = touch.batch();
        return Step.send(batch, replies -> conclude(partition, touch, batch, replies));
    }

    private Step<Boolean> conclude(Partition partition, Touch touch, Batch batch, List<Reply> replies) {
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
            Recovery recovery = new Recovery(filter, generation, access, List.of(partition));
            return recovery.findSuccessor().then(successor -> asBulk());
        }
        if (answer.isSealed() && outcome == ElementOutcome.NEW) {
            return concludeSealed();
        }
        return new Step.Done<>(outcome == access.yes());
    }

    /** The element may be in a layer that has been opened meanwhile. What was written to this one does no harm there. */
    private Step<Boolean> concludeSealed() {
        OverCapacity policy = generation.description().overCapacity();
        if (policy == OverCapacity.GROW) {
            return access == Access.LOOK_UP ? asBulk() : single(bulk().startAfterSealedAdd());
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

    private static RuntimeException withoutOutcomes(RuntimeException failure) {
        return failure instanceof PartialBulkException partial ? (RuntimeException) partial.getCause() : failure;
    }
}
