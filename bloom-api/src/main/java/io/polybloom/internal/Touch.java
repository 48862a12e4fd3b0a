package io.polybloom.internal;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.Optional;

/** The exchange with one partition about the bits of some elements: what is sent, and what the replies say. */
final class Touch {

    private Touch() {}

    /** Sets or reads the bits at the first so many offsets. */
    static Batch batch(Access access, Partition partition, long[] offsets, int count) {
        Command touch = Commands.touch(access, partition, offsets, count);
        Optional<ForeignConfig> guard = partition.layer().guard();
        // Read last, so that a config which is lost or replaced between the two commands is noticed.
        return guard.isEmpty()
                ? partition.batch(touch)
                : partition.batch(touch, guard.get().read());
    }

    /** Reads the replies to such a batch; throws the classified exception if they hold no answer. */
    static PartitionAnswer answer(Partition partition, Batch batch, List<Reply> replies, int bits) {
        PartitionAnswer answer =
                PartitionAnswer.read(partition, batch.commands().get(0), replies.get(0), bits);
        Layer layer = partition.layer();
        layer.guard().ifPresent(guard -> guard.requireUnchanged(replies.get(1), layer.filter()));
        return answer;
    }
}
