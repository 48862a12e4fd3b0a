package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Layering;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.opening.Openings;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A filter that is to be read: its strings with their lengths. Immutable.
 *
 * @param generation the filter
 * @param strings its strings, in the order of layers and partitions
 * @param opening how it was found
 */
public record CopySource(Generation generation, List<StoredString> strings, Opening opening) {

    /** The most bytes that one command reads or writes. */
    static final int PIECE_BYTES = 1 << 20;

    /**
     * A string of the source.
     *
     * @param partition the partition whose bits it holds
     * @param bytes its length
     */
    public record StoredString(Partition partition, long bytes) {

        /** Returns its pieces from its beginning to its end. */
        Stream<Piece> pieces() {
            return LongStream.range(0, count()).mapToObj(this::piece);
        }

        /** Returns its pieces from its end to its beginning. */
        Stream<Piece> piecesFromTheEnd() {
            return LongStream.range(0, count()).mapToObj(index -> piece(count() - 1 - index));
        }

        private long count() {
            return (bytes + PIECE_BYTES - 1) / PIECE_BYTES;
        }

        private Piece piece(long index) {
            long position = index * PIECE_BYTES;
            return new Piece(this, position, (int) Math.min(PIECE_BYTES, bytes - position));
        }
    }

    /**
     * What one command reads or writes.
     *
     * @param string the string of which it is a piece
     * @param position the first byte
     * @param length the number of bytes
     */
    public record Piece(StoredString string, long position, int length) {

        /** Reads it; throws if the string differs from the measurement. */
        Step<byte[]> read() {
            Partition partition = string.partition();
            Command range = Commands.range(partition.key(), position, position + length - 1);
            boolean hasTrailer = partition.layer().hasTrailer();
            // Read last, so that a partition which is lost in between is noticed.
            Batch batch = hasTrailer ? partition.batch(range, Bitfield.trailer(partition)) : partition.batch(range);
            return Step.send(batch, replies -> {
                byte[] bytes = Answers.bytes(range, replies.get(0));
                boolean isAlive = !hasTrailer
                        || Bitfield.readTrailer(partition, batch.commands().get(1), replies.get(1))
                                .isAlive();
                if (bytes.length != length || !isAlive) {
                    throw changed(partition);
                }
                if (hasTrailer && position + length == string.bytes()) {
                    // A copy is not being rebuilt.
                    bytes[length - 1] = Trailer.withoutMarks(bytes[length - 1]);
                }
                return Step.done(bytes);
            });
        }
    }

    /** Opens the filter that a specification asks for, if it exists. */
    public static Step<CopySource> open(FilterSpec spec, Environment environment) {
        Opening opening = Openings.of(spec, ElementFormat.UNKNOWN, environment);
        return opening.adoptStored()
                .also(found -> {
                    requireThatKeysStay(found.description());
                    found.requireReadableBits("copied, exported or merged; to move it to another layout, rebuild it"
                            + " from its elements");
                })
                .then(found -> found.description().ready()
                        ? Step.done(found)
                        : opening.describe()
                                .then(opening::requireExisting)
                                .then(opening::adopt)
                                .map(FilterState::generation))
                .then(generation -> {
                    if (!spec.isExisting()) {
                        SpecComparison.requireSame(generation.description(), spec);
                    }
                    return measure(generation, opening);
                });
    }

    /** Refuses a filter whose keys move on as a source or a target. */
    static void requireThatKeysStay(FilterDescription filter) {
        Layering.requireThatKeysStay(
                filter,
                " and cannot be copied, exported or merged: its slices change while they are read, and belong to the"
                        + " time at which they were filled");
    }

    /**
     * Makes sure that the filter is still the one that was opened, with the same number of layers, and that no string
     * has grown. The value is how long the filter lives.
     */
    Step<Lifetime> confirm() {
        return opening.describe().then(stored -> {
            FilterDescription current = stored.orElseThrow(
                            () -> opening.absent("is gone: it was deleted while it was read"))
                    .filter();
            boolean isSame = current.generation().equals(generation.id())
                    && current.layers().equals(generation.description().layers());
            if (!isSame) {
                throw new LostDataException(
                        current.name(),
                        "the filter '" + current.name()
                                + "' was cleared, was created anew, or has grown while it was read: repeat the"
                                + " call");
            }
            StoredString first = strings.stream()
                    .filter(string -> string.bytes() > 0)
                    .findFirst()
                    .orElse(strings.get(0));
            return first.partition().layer().hasTrailer()
                    ? Step.done(Lifetime.of(current))
                    : confirmLengths()
                            .then(same -> PartitionLifetime.ofKey(first.partition(), first.bytes() > 0, opening::gone));
        });
    }

    /** The strings of another system grow with the bits that are set, so behind what was read there may be more. */
    private Step<Void> confirmLengths() {
        Stream<Partition> partitions = strings.stream().map(StoredString::partition);
        return PartitionSweep.integers(partitions, partition -> List.of(Commands.length(partition.key())))
                .also(lengths -> strings.forEach(string -> {
                    if (!Objects.equals(lengths.get(string.partition()), string.bytes())) {
                        throw changed(string.partition());
                    }
                }))
                .asVoid();
    }

    /** Returns the number of bytes of all strings. */
    long bytes() {
        return strings.stream().mapToLong(StoredString::bytes).sum();
    }

    /** Returns the exception for a string that has changed. */
    static LostDataException changed(Partition partition) {
        return new LostDataException(
                partition.layer().filter().name(),
                "the key " + partition.place().key()
                        + " has changed or was lost while it was read: repeat the call while no client writes to the"
                        + " filter");
    }

    private static Step<CopySource> measure(Generation generation, Opening opening) {
        Stream<Partition> partitions = generation.layers().stream().flatMap(Layer::partitions);
        return PartitionSweep.integers(partitions, partition -> List.of(Commands.length(partition.key())))
                .then(lengths -> {
                    List<StoredString> strings = new ArrayList<>();
                    lengths.forEach((partition, bytes) -> strings.add(measured(partition, bytes)));
                    strings.sort(Comparator.comparingInt((StoredString string) ->
                                    string.partition().layer().index())
                            .thenComparingInt(string -> string.partition().number()));
                    requireAnyBits(strings.get(0).partition().layer(), strings);
                    return Step.done(new CopySource(generation, strings, opening));
                });
    }

    private static StoredString measured(Partition partition, long bytes) {
        if (partition.layer().hasTrailer() && bytes != partition.bits() / 8 + 1) {
            throw changed(partition);
        }
        return new StoredString(partition, bytes);
    }

    /** If no parameters are stored, only bits distinguish a filter from a mistyped name. */
    private static void requireAnyBits(Layer layer, List<StoredString> strings) {
        boolean isAnyBits = strings.stream().anyMatch(string -> string.bytes() > 0);
        if (layer.storage().guard(layer).isEmpty() && !isAnyBits) {
            throw new FilterGoneException(
                    layer.filter().name(),
                    "there is no key " + strings.get(0).partition().place().key());
        }
    }
}
