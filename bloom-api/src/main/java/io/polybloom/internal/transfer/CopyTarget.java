package io.polybloom.internal.transfer;

import io.polybloom.SpecMismatchException;
import io.polybloom.internal.load.TemporaryKey;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Batch;
import io.polybloom.step.Step;
import java.time.InstantSource;
import java.util.List;

/** Where a copy goes: it is written to keys that nobody reads yet, and published at the end. */
interface CopyTarget {

    /** Refuses a target that exists. */
    Step<Void> prepare();

    /** Returns the key that the copy of a string is written to, by its place in the source's list. */
    byte[] key(int index);

    /** Returns the partition that the copy of a string will be. */
    Partition partition(int index);

    /** Returns this machine's clock; a key that is never published expires an hour after it was last written. */
    InstantSource clock();

    /** Writes a piece of a string. */
    default Step<Void> write(int index, long position, byte[] bytes) {
        Batch batch = position == 0
                ? TemporaryKey.firstPiece(partition(index), key(index), bytes, clock())
                : TemporaryKey.piece(partition(index), key(index), position, bytes, clock());
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return Step.done();
        });
    }

    /** Removes the keys of a copy that is not published. */
    Step<Void> abandon();

    /** Makes the whole copy appear at once. */
    Step<Generation> publish();

    /** Returns the complaint that the target already exists. */
    static SpecMismatchException exists(String name, String what) {
        return new SpecMismatchException(
                name,
                List.of(),
                "the target of the copy already exists: " + what
                        + ". Nothing was changed; delete it, or choose another name");
    }
}
