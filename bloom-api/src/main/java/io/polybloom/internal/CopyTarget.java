package io.polybloom.internal;

import io.polybloom.SpecMismatchException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Step;

/** Where a copy goes: it is written to keys that nobody reads yet, and published at the end. */
interface CopyTarget {

    /** How long the unfinished copy of a string lives when it is not written to any more. */
    long UNFINISHED_LIVES_MILLIS = 3_600_000;

    /** Refuses a target that exists, and removes what an earlier copy has left unfinished. */
    Step<Void> prepare();

    /** The key that the copy of a string is written to, by its place in the source's list. */
    byte[] key(int index);

    /** The partition that it will be. */
    Partition partition(int index);

    /** Writes a piece of a string. */
    default Step<Void> write(int index, long position, byte[] bytes) {
        byte[] key = key(index);
        long untouchedUntil = System.currentTimeMillis() + UNFINISHED_LIVES_MILLIS;
        Batch batch = partition(index)
                .batch(Commands.overwrite(key, position, bytes), Commands.expireAt(key, untouchedUntil));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(null);
        });
    }

    /** Makes the whole copy appear at once. */
    Step<Generation> publish();

    /** The complaint that there is something already. */
    static SpecMismatchException exists(String what) {
        return new SpecMismatchException("the target of the copy exists already: " + what
                + ". Nothing was changed; delete it or choose another name");
    }
}
