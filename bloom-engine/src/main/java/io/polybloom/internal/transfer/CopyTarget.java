package io.polybloom.internal.transfer;

import io.polybloom.SpecMismatchException;
import io.polybloom.internal.load.TemporaryKey;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Steps;
import io.polybloom.step.Step;
import java.time.InstantSource;
import java.util.List;

/** Where a copy goes: it is written to keys that nobody reads yet, and published at the end. */
public interface CopyTarget {

    /** Refuses a target that exists. */
    Step<Void> prepare();

    /** Returns the partition that the copy of a partition of the source will be. */
    Partition partition(Partition original);

    /** Returns the key that a partition of the copy is written to. */
    byte[] key(Partition copy);

    /** Returns this machine's clock; a key that is never published expires an hour after it was last written. */
    InstantSource clock();

    /** Writes a piece of a string of the source. */
    default Step<Void> write(CopySource.Piece piece, byte[] bytes) {
        Partition copy = partition(piece.string().partition());
        return piece.position() == 0
                ? Steps.confirmed(TemporaryKey.firstPiece(copy, key(copy), bytes, clock()))
                : TemporaryKey.nextPiece(copy, key(copy), piece.position(), bytes, clock());
    }

    /** Removes the keys of a copy that is not published. */
    Step<Void> abandon();

    /** Makes the whole copy appear at once, with a lifetime. */
    Step<Generation> publish(Lifetime lifetime);

    /** Returns the complaint that the target already exists. */
    static SpecMismatchException exists(String name, String what) {
        return new SpecMismatchException(
                name,
                List.of(),
                "the target of the copy already exists: " + what
                        + ". Nothing was changed; delete it, or choose another name");
    }
}
