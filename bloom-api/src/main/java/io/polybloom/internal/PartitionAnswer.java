package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;

/** What a partition answered to {@link Commands#touch}: its trailer and, behind it, the old bits of the elements. */
final class PartitionAnswer {

    private final boolean alive;
    private final long[] values;

    private PartitionAnswer(boolean alive, long[] values) {
        this.alive = alive;
        this.values = values;
    }

    /** Reads a reply that must hold the trailer and so many bits; throws the classified exception for anything else. */
    static PartitionAnswer read(Command command, Reply reply, int bits) {
        long[] values = Answers.integers(command, reply, Commands.TRAILER_VALUES + bits);
        boolean alive = values[0] == 1;
        boolean sealed = values[1] == 1;
        if (alive && sealed) {
            throw new UnsupportedFilterException("the partition " + new String(command.key(), StandardCharsets.UTF_8)
                    + " is sealed, since its filter has passed its capacity under a policy that this release does not know:"
                    + " use a later release of Polybloom");
        }
        return new PartitionAnswer(alive, values);
    }

    /** Whether the key is the one that was made for the partition; if not, its bits mean nothing. */
    boolean isAlive() {
        return alive;
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
