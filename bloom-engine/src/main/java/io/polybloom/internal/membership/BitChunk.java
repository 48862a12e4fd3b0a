package io.polybloom.internal.membership;

import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.exchange.ExchangeCost;
import io.polybloom.internal.exchange.Form;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.internal.exchange.Taking;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ElementHash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements whose bits are exchanged. */
final class BitChunk extends Chunk {

    private final int mostBits;
    private final int hashes;
    private final int numbers;
    private final Offsets offsets;
    private Form form = Form.BITS;
    private @Nullable OffsetSet touched;

    /**
     * Creates an empty chunk, which is full at the given number of bits.
     *
     * @param expected about how many elements it will take; taking more costs copying
     * @param isOfHashes whether it takes the hashes of its elements in place of their offsets
     */
    BitChunk(Partition partition, int mostBits, int expected, boolean isOfHashes) {
        super(partition, Math.min(expected, mostBits / partition.layer().words()));
        this.mostBits = mostBits;
        this.hashes = partition.layer().words();
        this.numbers = isOfHashes ? ElementHash.WORDS : hashes;
        int room = room();
        this.offsets = isOfHashes ? Offsets.ofHashes(partition.layer(), room) : Offsets.list(room * hashes);
    }

    private BitChunk(BitChunk whole, int from, int to) {
        super(whole.partition(), whole.indexes(from, to), to - from);
        this.mostBits = whole.mostBits;
        this.hashes = whole.hashes;
        this.numbers = whole.numbers;
        this.offsets = whole.offsets.part(from * hashes, to * hashes);
    }

    @Override
    protected boolean isFull() {
        return (size() + 1) * hashes > mostBits;
    }

    @Override
    protected void take(ElementBytes element, long[] offsetsOrHash) {
        offsets.add(offsetsOrHash, numbers);
    }

    @Override
    List<Chunk> complete(Access access, Taking taking) {
        form = Form.of(access, partition().layer(), size() * hashes, taking);
        int most = form.mostBits(access) / hashes;
        if (size() <= most) {
            return List.of(this);
        }
        List<Chunk> parts = new ArrayList<>();
        for (int from = 0; from < size(); from += most) {
            parts.addAll(new BitChunk(this, from, Math.min(size(), from + most)).complete(access, taking));
        }
        return parts;
    }

    @Override
    boolean takesWhole() {
        return form == Form.WHOLE;
    }

    @Override
    ExchangeCost costOfWhole(Access access) {
        return Form.WHOLE.cost(access, partition().layer(), size() * hashes);
    }

    @Override
    protected long bytesOfNames(Access access) {
        int bits = size() * hashes;
        Form named = Form.named(access, partition().layer(), bits);
        return named.cost(access, partition().layer(), bits).bytes();
    }

    @Override
    boolean sharesBitsWith(Chunk other) {
        if (!super.sharesBitsWith(other)) {
            return false;
        }
        if (takesWhole() || !(other instanceof BitChunk named) || named.takesWhole()) {
            return true;
        }
        if (named.touched == null) {
            named.touched = new OffsetSet(named.offsets);
        }
        return named.touched.containsAny(offsets);
    }

    @Override
    protected Exchange exchange(Access access) {
        return new PartitionExchange(access, partition(), offsets, form);
    }
}
