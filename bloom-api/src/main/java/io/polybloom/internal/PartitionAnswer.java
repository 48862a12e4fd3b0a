package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;

/** What a partition answered to {@link Commands#touch}: its trailer and, behind it, the old bits of the elements. */
final class PartitionAnswer {

    private final long[] values;

    private PartitionAnswer(long[] values) {
        this.values = values;
    }

    /** Reads a reply that must hold the trailer and so many bits; throws the classified exception for anything else. */
    static PartitionAnswer read(Command command, Reply reply, int bits) {
        return new PartitionAnswer(Answers.integers(command, reply, Commands.TRAILER_VALUES + bits));
    }

    /** Whether the key is the one that was made for the partition; if not, its bits mean nothing. */
    boolean isAlive() {
        return values[0] == 1;
    }

    /** Whether the partition took no new elements when the command arrived. */
    boolean isSealed() {
        return values[1] == 1;
    }

    /** What the old bits say of an element by its place in the command: new if any of them was 0. */
    ElementOutcome outcome(int place, int hashes) {
        int from = Commands.TRAILER_VALUES + place * hashes;
        for (int i = from; i < from + hashes; i++) {
            if (values[i] == 0) {
                return ElementOutcome.NEW;
            }
        }
        return ElementOutcome.PRESENT;
    }
}
