package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;

/** What a partition answered to {@link Commands#touch}: its trailer, if it has one, and behind it the old bits of the elements. */
final class PartitionAnswer {

    private final long[] values;
    private final int trailerValues;

    private PartitionAnswer(long[] values, int trailerValues) {
        this.values = values;
        this.trailerValues = trailerValues;
    }

    /** Reads a reply that must hold so many bits; throws the classified exception for anything else. */
    static PartitionAnswer read(Partition partition, Command command, Reply reply, int bits) {
        int trailerValues = partition.layer().hasTrailer() ? Commands.TRAILER_VALUES : 0;
        return new PartitionAnswer(Answers.integers(command, reply, trailerValues + bits), trailerValues);
    }

    /** Reads the reply to {@link Commands#trailer}. */
    static PartitionAnswer trailer(Command command, Reply reply) {
        return new PartitionAnswer(Answers.integers(command, reply, Commands.TRAILER_VALUES), Commands.TRAILER_VALUES);
    }

    /** Whether the key is the one that was made for the partition, as far as that can be known; if not, its bits mean nothing. */
    boolean isAlive() {
        return trailerValues == 0 || values[0] == 1;
    }

    /** Whether the partition took no new elements when the command arrived. */
    boolean isSealed() {
        return trailerValues > 0 && values[1] == 1;
    }

    /** What the old bits say of an element by its place in the command: new if any of them was 0. */
    ElementOutcome outcome(int place, int hashes) {
        int from = trailerValues + place * hashes;
        for (int i = from; i < from + hashes; i++) {
            if (values[i] == 0) {
                return ElementOutcome.NEW;
            }
        }
        return ElementOutcome.PRESENT;
    }
}
