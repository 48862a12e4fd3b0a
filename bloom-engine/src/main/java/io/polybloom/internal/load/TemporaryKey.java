package io.polybloom.internal.load;

import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * The key under which the bits of a load or a union wait to be merged into their partition. They are written from the
 * last piece to the first: so the length in each answer proves that the pieces before are still there.
 */
public final class TemporaryKey {

    /**
     * The time to live of a key that nobody has removed. It is long, since the instant is by this machine's clock,
     * which may differ from the server's.
     */
    private static final Duration LIFE = Duration.ofHours(1);

    /** How often the lives of keys are extended that wait for others to be written. */
    public static final long MILLIS_BETWEEN_EXTENSIONS = LIFE.toMillis() / 4;

    private static final byte[] NOTHING = {};

    /** The place in the batch of the command that writes a piece. */
    private static final int WRITE = 1;

    private final PartitionPieces pieces;
    private final byte[] key;
    private final InstantSource clock;
    private long length;

    TemporaryKey(PartitionPieces pieces, Environment environment) {
        this.pieces = pieces;
        this.clock = environment.clock();
        this.key = KeyNames.temporary(
                        pieces.partition().place().key(), environment.ids().get())
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the bits; the value is whether there are any, so that there is a key. */
    Step<Boolean> upload() {
        return uploadBefore(pieces.count());
    }

    private Step<Boolean> uploadBefore(int end) {
        if (end == 0) {
            return Step.done(length > 0);
        }
        int index = end - 1;
        return pieces.piece()
                .apply(index)
                .then(piece -> write(index, BitPage.trimmed(piece)))
                .then(written -> uploadBefore(index));
    }

    private Step<Void> write(int index, byte[] piece) {
        if (piece.length == 0) {
            return Step.done();
        }
        long from = (long) index * PartitionPieces.PIECE_BYTES;
        length = Math.max(length, from + piece.length);
        Batch batch = batch(pieces.partition(), key, from, piece, clock);
        return Steps.send(batch, replies -> {
            if (Answers.integer(batch.commands().get(WRITE), replies.get(WRITE)) != length) {
                throw Answers.vanished(key);
            }
            return Step.done();
        });
    }

    byte[] key() {
        return key;
    }

    Command removal() {
        return Commands.unlink(key);
    }

    /** Reads the reply to {@link #removal}: only a key that was still there has been merged. */
    void requireRemoved(Reply reply) {
        Answers.requireRemoved(removal(), reply);
    }

    /** Writes a piece of the bits that will be merged into a partition, and extends the life of the key. */
    private static Batch batch(Partition partition, byte[] key, long firstByte, byte[] bytes, InstantSource clock) {
        return partition.batch(
                Commands.createShortLived(key, NOTHING, LIFE.toMillis()),
                Commands.overwrite(key, firstByte, bytes),
                extension(key, clock));
    }

    /** Extends the life of a key that is not used yet. */
    public static Command extension(byte[] key, InstantSource clock) {
        return Commands.live(key, Lifetime.until(clock.instant().plus(LIFE)));
    }

    /** Extends the lives of partitions that are not used yet; the value holds those that are not alive. */
    public static Step<List<Partition>> extend(List<Layer> layers, InstantSource clock) {
        return PartitionLifetime.apply(layers, Lifetime.until(clock.instant().plus(LIFE)));
    }

    /** Writes the first piece of the string that will replace a partition; others may follow. */
    public static Batch firstPiece(Partition partition, byte[] key, byte[] bytes, InstantSource clock) {
        return partition.batch(
                // At once, and not as an empty string that grows: for one that grows Redis reserves twice the length.
                Commands.createShortLived(key, bytes, LIFE.toMillis()), extension(key, clock));
    }

    /** Writes a later piece of that string; fails if the key was lost, whose earlier pieces would be zeros now. */
    public static Step<Void> nextPiece(
            Partition partition, byte[] key, long firstByte, byte[] bytes, InstantSource clock) {
        return Steps.send(batch(partition, key, firstByte, bytes, clock), replies -> {
            if (!(replies.get(0) instanceof Reply.Nil)) {
                throw Answers.vanished(key);
            }
            return Step.done();
        });
    }
}
