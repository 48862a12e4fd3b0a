package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The exchange with one partition about the bits of some elements: what is sent, and what the replies say. */
final class Touch {

    private final Access access;
    private final Partition partition;
    private final long[] offsets;
    private final int count;

    /** Prepares the exchange about the bits at the first so many offsets, k of them for each element. */
    Touch(Access access, Partition partition, long[] offsets, int count) {
        this.access = access;
        this.partition = partition;
        this.offsets = offsets;
        this.count = count;
    }

    Batch batch() {
        Batch batch = commands();
        return access.mayAskReplica() ? batch.fromReplica() : batch;
    }

    private Batch commands() {
        if (readsBlocks()) {
            return partition.batch(blockCommands());
        }
        Command touch = Commands.touch(access, partition, offsets, count);
        Optional<ForeignConfig> guard = partition.layer().guard();
        // Read last, so that a config which is lost or replaced between the two commands is noticed.
        return guard.isEmpty()
                ? partition.batch(touch)
                : partition.batch(touch, guard.get().read());
    }

    /** Reads the replies to the batch; throws the classified exception if they hold no answer. */
    PartitionAnswer answer(Batch batch, List<Reply> replies) {
        if (readsBlocks()) {
            return BlockAnswer.read(partition, batch, replies, offsets);
        }
        BitAnswer answer = BitAnswer.read(partition, batch.commands().get(0), replies.get(0), count);
        Layer layer = partition.layer();
        layer.guard().ifPresent(guard -> guard.requireUnchanged(replies.get(1), layer.filter()));
        return answer;
    }

    /** Tells the near cache what an answer of a living partition says: an element has all its bits when it was found, or added. */
    void teach(KnownBits known, long askedAt, PartitionAnswer answer) {
        known.confirm(partition, askedAt);
        int hashes = partition.layer().geometry().hashes();
        for (int from = 0; from < count; from += hashes) {
            if (access.isWrite() || answer.outcome(from / hashes) == ElementOutcome.PRESENT) {
                known.learn(partition, offsets, from, hashes);
            }
        }
    }

    /**
     * One element is asked by a single command, which costs a round trip less where commands on a key wait for each other. So is a
     * replica: the trailer of one does not vouch for the blocks of another.
     */
    private boolean readsBlocks() {
        Layer layer = partition.layer();
        return access == Access.LOOK_UP
                && layer.hasTrailer()
                && layer.layout().blockBytes().isPresent()
                && count > layer.geometry().hashes();
    }

    private List<Command> blockCommands() {
        Layer layer = partition.layer();
        int blockBytes = layer.layout().blockBytes().orElseThrow();
        int hashes = layer.geometry().hashes();
        List<Command> commands = new ArrayList<>(count / hashes + 1);
        for (int i = 0; i < count; i += hashes) {
            long firstByte = offsets[i] / Byte.SIZE / blockBytes * blockBytes;
            commands.add(Commands.range(partition.key(), firstByte, firstByte + blockBytes - 1));
        }
        // Last, so that it vouches for every block that was read before.
        commands.add(Commands.trailer(partition));
        return commands;
    }
}
