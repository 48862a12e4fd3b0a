package io.polybloom.internal;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.util.List;

/** Adds or looks up one element: one command, and one repetition if the filter has a new generation. */
public final class SingleTouch {

    private final OpenFilter filter;
    private final Access access;
    private final ElementBytes element;

    /** Prepares the operation on the element whose bytes were collected. */
    public SingleTouch(OpenFilter filter, Access access, ElementBytes element) {
        this.filter = filter;
        this.access = access;
        this.element = element;
    }

    /** The steps of the operation. */
    public Step<Boolean> start() {
        return touch(filter.generation(), true);
    }

    private Step<Boolean> touch(Generation generation, boolean mayRepeat) {
        int hashes = generation.geometry().hashes();
        long[] offsets = new long[hashes];
        int partition =
                generation.layout().locate(element.bytes(), element.length(), generation.geometry(), offsets, 0);
        long partitionBits = generation.geometry().partitionBits();
        Command command =
                Commands.touch(access, generation.partitionKeyBytes(partition), partitionBits, offsets, hashes);
        Batch batch = generation.batch(partition, List.of(command));
        return Step.send(batch, replies -> conclude(generation, mayRepeat, batch, replies.get(0)));
    }

    private Step<Boolean> conclude(Generation generation, boolean mayRepeat, Batch batch, Reply reply) {
        int hashes = generation.geometry().hashes();
        PartitionAnswer answer = PartitionAnswer.read(batch.commands().get(0), reply, hashes);
        if (answer.isAlive()) {
            return new Step.Done<>(answer.outcome(0, hashes) == access.yes());
        }
        Recovery recovery = new Recovery(filter, generation, access, List.of(batch.lane()));
        return recovery.findSuccessor().then(successor -> repeat(successor, mayRepeat));
    }

    private Step<Boolean> repeat(Generation successor, boolean mayRepeat) {
        if (!mayRepeat) {
            throw Recovery.changedTwice(successor);
        }
        return touch(successor, false);
    }
}
