package io.polybloom.internal.server;

import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.membership.Chunk;
import io.polybloom.internal.membership.ElementStorage;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Storage;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.ModuleLayout;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Filters of the server, one beside each partition of a native filter, whose own string is only its trailer. */
class ServerStorage extends Storage implements ElementStorage {

    private final ModuleLayout layout;

    ServerStorage(ModuleLayout layout) {
        this.layout = layout;
    }

    /** Returns the name of the server's filter beside the key of a partition. */
    static String nameBeside(String partition) {
        return KeyNames.temporary(partition, "bf");
    }

    @Override
    protected long bits(Layer layer) {
        return 0;
    }

    @Override
    protected final int words(Geometry shape) {
        return ElementHash.WORDS;
    }

    @Override
    public final List<byte[]> keys(Partition partition) {
        return List.of(keyOfElements(partition), partition.key());
    }

    @Override
    public byte[] keyOfElements(Partition partition) {
        return nameBeside(partition.place().key()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public final List<Command> making(Partition partition, long millis) {
        byte[] key = keyOfElements(partition);
        return List.of(ModuleCommands.reserve(key, partition.layer()), Commands.liveFor(key, millis));
    }

    @Override
    public final Optional<Command> signOfLife(Partition partition) {
        return Optional.of(ModuleCommands.capacity(keyOfElements(partition)));
    }

    @Override
    public final boolean saysLost(Command command, Reply reply) {
        return command.verb() == Verb.BF_INFO && ModuleCommands.saysNoSuchFilter(reply);
    }

    @Override
    public final boolean managesRoom() {
        return true;
    }

    @Override
    public final Exchange exchange(Access access, Partition partition, ElementBytes element) {
        return new ItemExchange(access, partition, List.of(layout.item(element.bytes(), element.length())));
    }

    @Override
    public final Chunk chunk(Partition partition, int expected) {
        return new ItemChunk(layout, partition, expected);
    }
}
