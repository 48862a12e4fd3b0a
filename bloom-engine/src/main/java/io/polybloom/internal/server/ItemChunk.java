package io.polybloom.internal.server;

import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.membership.Chunk;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ModuleLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Elements whose items are exchanged. Only the server knows the bits of items, and which item was the last that it had
 * room for.
 */
final class ItemChunk extends Chunk {

    /**
     * The most items of one command. In large calls, the module takes less than a third of a microsecond for each
     * (docs/performance.md, "Calls of many sizes"), so a command stays well under a millisecond.
     */
    private static final int MOST_ITEMS = 2048;

    /** A chunk takes no further item beyond this size: the size of a command is bounded. */
    private static final int MOST_ITEM_BYTES = 1 << 20;

    private final ModuleLayout layout;
    private final List<byte[]> items = new ArrayList<>();
    private int itemBytes;

    ItemChunk(ModuleLayout layout, Partition partition, int expected) {
        super(partition, Math.min(expected, MOST_ITEMS));
        this.layout = layout;
    }

    @Override
    protected boolean isFull() {
        return size() >= MOST_ITEMS || itemBytes > MOST_ITEM_BYTES;
    }

    @Override
    protected void take(ElementBytes element, long[] words) {
        byte[] item = layout.item(element.bytes(), element.length());
        items.add(item);
        itemBytes += item.length;
    }

    @Override
    protected long bytesOfNames(Access access) {
        return itemBytes;
    }

    @Override
    protected Exchange exchange(Access access) {
        return new ItemExchange(access, partition(), items);
    }
}
