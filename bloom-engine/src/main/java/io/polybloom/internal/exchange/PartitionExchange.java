package io.polybloom.internal.exchange;

import io.polybloom.internal.model.CellFormat;
import io.polybloom.internal.model.Guard;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.internal.redis.WholeExchange;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The exchange with one partition about the bits of some elements: the commands, and the meaning of their replies. */
public final class PartitionExchange implements Exchange {

    /**
     * The most bits that one command sets by name. The limit is lower than for look-ups, since smaller chunks share
     * bits more rarely, so more of them overlap (docs/bulk-operations.md).
     */
    public static final int MOST_BITS_OF_AN_ADD = 1024;

    private final Access access;
    private final Partition partition;
    private final Offsets offsets;
    private final int count;
    private final Form form;

    /** Prepares the exchange that names the bits at some offsets, k of them for each element. */
    public PartitionExchange(Access access, Partition partition, Offsets offsets) {
        this(access, partition, offsets, Form.named(access, partition.layer(), offsets.size()));
    }

    public PartitionExchange(Access access, Partition partition, Offsets offsets, Form form) {
        this.access = access;
        this.partition = partition;
        this.offsets = offsets;
        this.count = offsets.size();
        this.form = form;
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public Partition partition() {
        return partition;
    }

    @Override
    public Offsets offsets() {
        return offsets;
    }

    @Override
    public Batch batch() {
        if (isGroup()) {
            return partition.batch(WholeExchange.commands(partition, bits())).asGroup();
        }
        List<Command> commands = switch (form) {
            case BITS -> bitCommands();
            case BLOCKS -> blockCommands();
            case WORDS -> List.of(Bitfield.words(access, partition, offsets, count));
            case WHOLE -> List.of(Commands.range(partition.key(), 0, Form.bytes(partition.layer()) - 1));
        };
        Batch batch = partition.batch(commands);
        return access.mayAskReplica() ? batch.fromReplica() : batch;
    }

    @Override
    public PartitionAnswer answer(Batch batch, List<Reply> replies) {
        List<Command> commands = batch.commands();
        return switch (form) {
            case BITS -> bitAnswer(commands, replies);
            case BLOCKS -> blockAnswer(commands, replies);
            case WORDS -> Bitfield.readWords(partition, commands.get(0), replies.get(0), offsets, count);
            case WHOLE ->
                isGroup()
                        ? WholeExchange.read(partition, commands, replies, offsets, count)
                        : PartitionAnswer.ofString(partition, Answers.bytes(commands.get(0), replies.get(0)), offsets);
        };
    }

    /**
     * Returns whether the replies prove that nothing was exchanged, though the bits may be named: the server has
     * refused the group, for example while a slot is moving; or it does not execute the command that reads a partition
     * as a whole.
     */
    @Override
    public boolean isNotDone(List<Reply> replies) {
        return isGroup() ? Answers.areRefused(replies) : form == Form.WHOLE && Answers.isUnavailable(replies.get(0));
    }

    private boolean isGroup() {
        return form == Form.WHOLE && access.isWrite();
    }

    /** Asks in each place where the partition may be, in the order in which it passes them, so that none is missed. */
    private List<Command> bitCommands() {
        List<Command> commands = new ArrayList<>(2);
        for (Partition place : partition.trail()) {
            commands.add(Bitfield.bits(access, place, offsets, count));
        }
        // Read last, so that a filter which is lost or replaced between the two commands is noticed.
        guard().ifPresent(guard -> commands.add(guard.read()));
        return commands;
    }

    /** The last place counts in which the partition is alive: it may have got elements there. */
    private PartitionAnswer bitAnswer(List<Command> commands, List<Reply> replies) {
        List<Partition> trail = partition.trail();
        PartitionAnswer answer = Bitfield.readBits(access, partition, commands.get(0), replies.get(0), count);
        for (int i = 1; i < trail.size(); i++) {
            PartitionAnswer later = Bitfield.readBits(access, trail.get(i), commands.get(i), replies.get(i), count);
            answer = later.isAlive() ? later : answer;
        }
        guard().ifPresent(guard -> guard.requireUnchanged(replies.get(trail.size())));
        return answer;
    }

    /** Where no trailer vouches for the partition, a record may. */
    private Optional<Guard> guard() {
        Layer layer = partition.layer();
        return layer.hasTrailer() ? Optional.empty() : layer.storage().guard(layer);
    }

    private List<Command> blockCommands() {
        Layer layer = partition.layer();
        int blockBytes = layer.blockBytes().orElseThrow();
        int cellsOfABlock = layer.layout().blockBytes().orElseThrow() * Byte.SIZE;
        int hashes = layer.geometry().hashes();
        List<Command> commands = new ArrayList<>(count / hashes + 1);
        for (int i = 0; i < count; i += hashes) {
            long firstByte = offsets.get(i) / cellsOfABlock * blockBytes;
            commands.add(Commands.range(partition.key(), firstByte, firstByte + blockBytes - 1));
        }
        // Last, so that it vouches for every block that was read before.
        commands.add(Bitfield.trailer(partition));
        return commands;
    }

    /** If a block lacks bytes, it was read from another key than the one with the trailer. */
    private PartitionAnswer blockAnswer(List<Command> commands, List<Reply> replies) {
        int last = replies.size() - 1;
        byte[][] blocks = new byte[last][];
        int blockBytes = partition.layer().blockBytes().orElseThrow();
        boolean areWhole = true;
        for (int i = 0; i < last; i++) {
            blocks[i] = Answers.bytes(commands.get(i), replies.get(i));
            areWhole &= blocks[i].length == blockBytes;
        }
        Trailer trailer = Bitfield.readTrailer(partition, commands.get(last), replies.get(last));
        return PartitionAnswer.ofBlocks(areWhole ? trailer : Trailer.DEAD, partition.layer(), blocks, offsets);
    }

    /** Returns the bits to set as a string; the last of many bits is hardly ever far from its end. */
    private byte[] bits() {
        Layer layer = partition.layer();
        CellFormat cells = layer.cells();
        byte[] bits = new byte[(int) (partition.bits() / Byte.SIZE)];
        long[] places = new long[layer.geometry().hashes()];
        for (int element = 0; element * places.length < count; element++) {
            offsets.find(element, places);
            for (long place : places) {
                cells.set(bits, place);
            }
        }
        return bits;
    }
}
