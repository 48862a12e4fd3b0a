package io.polybloom.internal.redis;

import com.google.common.primitives.Longs;
import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.List;

/** The answer to a look-up by blocks: the block of each element, and the trailer, which vouches for all of them. */
public final class BlockAnswer implements PartitionAnswer {

    private final byte[][] blocks;
    private final BitAnswer trailer;
    private final boolean isWhole;
    private final Offsets offsets;
    private final Layer layer;

    private BlockAnswer(byte[][] blocks, BitAnswer trailer, boolean isWhole, Offsets offsets, Layer layer) {
        this.blocks = blocks;
        this.trailer = trailer;
        this.isWhole = isWhole;
        this.offsets = offsets;
        this.layer = layer;
    }

    /** Reads the replies; throws the classified exception if they are not blocks and a trailer. */
    public static BlockAnswer read(Partition partition, List<Command> commands, List<Reply> replies, Offsets offsets) {
        int last = replies.size() - 1;
        byte[][] blocks = new byte[last][];
        int blockBytes = partition.layer().blockBytes().orElseThrow();
        boolean isWhole = true;
        for (int i = 0; i < last; i++) {
            blocks[i] = Answers.bytes(commands.get(i), replies.get(i));
            isWhole &= blocks[i].length == blockBytes;
        }
        Command command = commands.get(last);
        BitAnswer trailer = BitAnswer.read(partition, command, replies.get(last), 0);
        return new BlockAnswer(blocks, trailer, isWhole, offsets, partition.layer());
    }

    /** Reads the reply to {@link Commands#words}, which holds the trailer, too. */
    public static BlockAnswer ofWords(Partition partition, Command command, Reply reply, Offsets offsets, int bits) {
        byte[][] blocks = new byte[bits / partition.layer().geometry().hashes()][];
        BitAnswer words = BitAnswer.read(partition, command, reply, blocks.length);
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Longs.toByteArray(words.value(i));
        }
        return new BlockAnswer(blocks, words, true, offsets, partition.layer());
    }

    /** If a block lacks bytes, it was read from another key than the one with the trailer. */
    @Override
    public boolean isAlive() {
        return isWhole && trailer.isAlive();
    }

    @Override
    public boolean isSealed() {
        return trailer.isSealed();
    }

    @Override
    public int latestMark() {
        return trailer.latestMark();
    }

    @Override
    public ElementOutcome outcome(int place) {
        return layer.cells().isPresent(common(place)) ? ElementOutcome.PRESENT : ElementOutcome.NEW;
    }

    @Override
    public boolean isInNewest(int place) {
        return layer.cells().isInNewest(common(place));
    }

    /** Returns the columns that are set in all cells of an element. */
    private long common(int place) {
        Cells cells = layer.cells();
        int hashes = layer.geometry().hashes();
        int cellsOfABlock = layer.layout().blockBytes().orElseThrow() * Byte.SIZE;
        long common = -1;
        for (int i = place * hashes; i < (place + 1) * hashes; i++) {
            common &= cells.read(blocks[place], offsets.get(i) % cellsOfABlock);
        }
        return common;
    }
}
