package io.polybloom.internal.model;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One partition of a layer: a key on a server. Immutable. */
public final class Partition {

    private final Layer layer;
    private final int number;
    private final Place place;
    private final byte[] key;
    private final int server;
    private final long bits;

    Partition(Layer layer, int number, Place place) {
        this.layer = layer;
        this.number = number;
        this.place = place;
        this.key = place.key().getBytes(StandardCharsets.UTF_8);
        this.server = place.server();
        this.bits = place.bits();
    }

    public Layer layer() {
        return layer;
    }

    /** Returns its number within the layer, from 0. */
    public int number() {
        return number;
    }

    /** Returns its server and its key. */
    public Place place() {
        return place;
    }

    public byte[] key() {
        return key;
    }

    /** Returns a key in the slot of the partition that nobody else uses, given an id that was never drawn before. */
    public byte[] temporary(String id) {
        return KeyNames.temporary(place.key(), id).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the keys of the partition, which are removed by one command, and expire at one instant. */
    public List<byte[]> keys() {
        return layer.storage().keys(this);
    }

    /**
     * Returns the places where the partition may be, in the order in which it passes them: one, unless its keys move
     * on.
     */
    public List<Partition> trail() {
        return layer.trail(this);
    }

    /** Returns the same partition under another key. */
    public Partition under(String other) {
        return new Partition(layer, number, new Place(server, place.number(), other, bits));
    }

    /** Returns the key of the bits that are exchanged for the partition; it lives only within a group of commands. */
    public byte[] exchangeKey() {
        return KeyNames.exchange(place.key()).getBytes(StandardCharsets.UTF_8);
    }

    public long bits() {
        return bits;
    }

    /** Returns the trailer in the string of the partition; it is not alive if the string has another length. */
    public Trailer trailer(byte[] string) {
        return string.length == bits / Byte.SIZE + 1 ? Trailer.of(string[string.length - 1]) : Trailer.DEAD;
    }

    public Batch batch(Command... commands) {
        return batch(List.of(commands));
    }

    public Batch batch(List<Command> commands) {
        return new Batch(server, layer.orderingKeyOf(number), commands);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Partition partition && layer == partition.layer && number == partition.number;
    }

    @Override
    public int hashCode() {
        return 31 * System.identityHashCode(layer) + number;
    }
}
