package io.polybloom.internal.transfer;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import java.util.function.Supplier;

/** A filter that takes part in a union: one in Redis, or a snapshot. */
interface UnionMember {

    /** Returns its parameters and its layers. */
    Generation generation();

    /**
     * Returns the step that reads one piece of a partition, without its trailer. The layers and partitions are read in
     * their order, the pieces of a partition from the last to the first; all of that possibly several times.
     *
     * @param like a partition of any filter with the same parameters, which says the layer and the number
     */
    Step<byte[]> read(Partition like, int piece);

    /** Makes sure that it is still the filter that was opened. */
    Step<Void> confirm();

    /**
     * A filter in Redis.
     *
     * @param generation the filter
     * @param reader reads it
     * @param confirmation makes sure that it is still the same
     */
    record Stored(Generation generation, UnionReader reader, Supplier<Step<Void>> confirmation) implements UnionMember {

        @Override
        public Step<byte[]> read(Partition like, int piece) {
            return reader.read(generation.layers().get(like.layer().index()).partition(like.number()), piece);
        }

        @Override
        public Step<Void> confirm() {
            return confirmation.get();
        }
    }
}
