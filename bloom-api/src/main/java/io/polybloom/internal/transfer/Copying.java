package io.polybloom.internal.transfer;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterCopy;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.listener.ByteProgress;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Function;

/** Copies a filter piece by piece, reads both sides again to compare them, and publishes the copy. */
public final class Copying {

    private final CopySource source;
    private final CopyTarget target;
    private final int firstTargetServer;
    private final ByteProgress progress;
    private final MessageDigest sourceDigest = sha256();
    private final MessageDigest targetDigest = sha256();
    private long done;

    /** Prepares a copy under a name to the servers from that index on. */
    public Copying(CopySource source, String name, int firstTargetServer, ByteProgress progress) {
        this.source = source;
        this.firstTargetServer = firstTargetServer;
        this.progress = progress;
        this.target = source.generation().layout() instanceof ForeignLayout
                ? new ForeignCopyTarget(source, name)
                : new NativeCopyTarget(source, name);
    }

    /** Returns the steps of the copy. */
    public Step<FilterCopy.Report> start() {
        return onTarget(target.prepare())
                .then(prepared -> copyAll().recover(this::abandon))
                .then(this::publish);
    }

    /** Copies and compares everything; the value is the digest. */
    private Step<String> copyAll() {
        return forEachPiece(0, 0, this::copy)
                .then(copied -> forEachPiece(0, 0, this::compare))
                .then(compared -> source.confirm())
                .then(confirmed -> {
                    String digest = HexFormat.of().formatHex(sourceDigest.digest());
                    if (!digest.equals(HexFormat.of().formatHex(targetDigest.digest()))) {
                        throw CopySource.changed(source.strings().get(0).partition());
                    }
                    return new Step.Done<>(digest);
                });
    }

    private <R> Step<R> abandon(BloomFilterException failure) {
        return onTarget(target.abandon())
                .recover(worse -> {
                    failure.addSuppressed(worse);
                    return Step.done();
                })
                .then(abandoned -> {
                    throw failure;
                });
    }

    private Step<FilterCopy.Report> publish(String digest) {
        return onTarget(target.publish())
                .then(copy -> new Step.Done<>(new FilterCopy.Report(
                        copy.description(), source.strings().size(), source.bytes(), digest)));
    }

    private Step<Void> forEachPiece(int index, long position, Function<Piece, Step<Void>> action) {
        if (index == source.strings().size()) {
            return Step.done();
        }
        StoredString string = source.strings().get(index);
        if (position == string.bytes()) {
            return forEachPiece(nextWithBytes(index + 1), 0, action);
        }
        int length = (int) Math.min(CopySource.PIECE_BYTES, string.bytes() - position);
        return action.apply(new Piece(index, position, length)).then(done -> {
            this.done += length;
            // Every byte is read twice: to copy it and to compare it.
            progress.transferred(this.done / 2, source.bytes());
            return forEachPiece(index, position + length, action);
        });
    }

    private int nextWithBytes(int index) {
        int next = index;
        while (next < source.strings().size() && source.strings().get(next).bytes() == 0) {
            next++;
        }
        return next;
    }

    private Step<Void> copy(Piece piece) {
        StoredString string = source.strings().get(piece.index());
        return CopySource.read(string, piece.position(), piece.length())
                .then(bytes -> onTarget(target.write(piece.index(), piece.position(), bytes)));
    }

    private Step<Void> compare(Piece piece) {
        StoredString string = source.strings().get(piece.index());
        return CopySource.read(string, piece.position(), piece.length()).then(bytes -> {
            sourceDigest.update(bytes);
            return onTarget(readCopy(piece));
        });
    }

    private Step<Void> readCopy(Piece piece) {
        byte[] key = target.key(piece.index());
        Command range = Commands.range(key, piece.position(), piece.position() + piece.length() - 1);
        Command length = Commands.length(key);
        Batch batch = target.partition(piece.index()).batch(range, length);
        return Step.send(batch, replies -> {
            targetDigest.update(Answers.bytes(range, replies.get(0)));
            long bytes = Answers.integer(length, replies.get(1));
            if (bytes != source.strings().get(piece.index()).bytes()) {
                throw CopySource.changed(target.partition(piece.index()));
            }
            return Step.done();
        });
    }

    private <R> Step<R> onTarget(Step<R> step) {
        return step.onServersFrom(firstTargetServer);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /**
     * A piece of a string.
     *
     * @param index the string's place in the source's list
     * @param position the first byte
     * @param length the number of bytes
     */
    private record Piece(int index, long position, int length) {}
}
