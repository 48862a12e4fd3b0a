package io.polybloom.internal.load;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key under which the bits of a load wait to be merged into their partition. They are written from the last piece to the first:
 * so the length in each answer proves that the pieces before are still there.
 */
public final class TemporaryKey implements Iterator<Batch>, Step.Receiver {

    /** How long a key stays that nobody has removed; long, since the instant is that of this machine's clock. */
    private static final Duration LIFE = Duration.ofHours(1);

    /** The place in the batch of the command that writes a piece. */
    private static final int WRITE = 1;

    private final PartitionBits bits;
    private final byte[] key;
    private final InstantSource clock;
    private int rest;
    private long length;
    private @Nullable BloomFilterException failure;

    TemporaryKey(PartitionBits bits, Environment environment) {
        this.bits = bits;
        this.clock = environment.clock();
        this.key = KeyNames.temporary(
                        bits.partition().place().key(), environment.ids().get())
                .getBytes(StandardCharsets.UTF_8);
        this.rest = bits.pages();
        skipEmptyPages();
    }

    /** Writes the bits. */
    Step<Void> upload() {
        return new Step.Send<>(this, 1, this, () -> {
            if (failure != null) {
                throw failure;
            }
            return new Step.Done<>(null);
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
        if (Answers.integer(removal(), reply) != 1) {
            throw vanished();
        }
    }

    @Override
    public boolean hasNext() {
        return rest > 0;
    }

    @Override
    public Batch next() {
        int index = rest - 1;
        byte[] piece = Objects.requireNonNull(bits.page(index)).bytes();
        long from = (long) index * (BitPage.BITS / Byte.SIZE);
        length = Math.max(length, from + piece.length);
        rest = index;
        skipEmptyPages();
        return piece(bits.partition(), key, from, piece, clock);
    }

    /** Writes a piece of what will be merged into a partition or take its place, and puts off the end of the key. */
    public static Batch piece(Partition partition, byte[] key, long firstByte, byte[] bytes, InstantSource clock) {
        return partition.batch(
                Commands.createShortLived(key, LIFE.toMillis()),
                Commands.overwrite(key, firstByte, bytes),
                Commands.expireAt(key, clock.millis() + LIFE.toMillis()));
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        try {
            Answers.requireSuccess(batch, replies);
            if (Answers.integer(batch.commands().get(WRITE), replies.get(WRITE)) != length) {
                throw vanished();
            }
        } catch (BloomFilterException refused) {
            failure = refused;
        }
        return failure == null;
    }

    private void skipEmptyPages() {
        while (rest > 0 && bits.page(rest - 1) == null) {
            rest--;
        }
    }

    private BackendException vanished() {
        return new BackendException(
                BackendException.Reason.SERVER_ERROR,
                true,
                "the temporary key " + new String(key, StandardCharsets.UTF_8)
                        + " vanished before it was merged (evicted, deleted, or this machine's clock is more than an hour"
                        + " behind the server's): repeat the load",
                null);
    }
}
