package io.polybloom.internal;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One partition of a layer: a key on a server.
 *
 * @param layer the layer
 * @param number its number within the layer, from 0
 */
public record Partition(Layer layer, int number) {

    /** The Redis key. */
    public String keyName() {
        return layer.keyOf(number);
    }

    byte[] key() {
        return keyName().getBytes(StandardCharsets.UTF_8);
    }

    long bits() {
        return layer.geometry().partitionBits();
    }

    /** The independent server that it lives on. */
    public int server() {
        return layer.serverOf(number);
    }

    Batch batch(Command... commands) {
        return batch(List.of(commands));
    }

    Batch batch(List<Command> commands) {
        return new Batch(server(), layer.laneOf(number), commands);
    }
}
