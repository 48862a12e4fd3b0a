package io.polybloom.internal.transfer;

import io.polybloom.FilterCopy;
import io.polybloom.internal.load.TemporaryKey;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.seam.Seams;
import io.polybloom.internal.transfer.CopySource.Piece;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.listener.ByteProgress;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Copies a filter piece by piece, reads both sides again to compare them, and publishes the copy. */
public final class Copying {

    private static final List<CopyRoom> ROOMS = Seams.of(CopyRoom.class);

    private final CopySource source;
    private final CopyTarget target;
    private final int firstTargetServer;
    private final ByteProgress progress;
    private final MessageDigest sourceDigest = sha256();
    private final MessageDigest targetDigest = sha256();
    private String digest = "";
    private long done;
    private long extendAt;

    /** Prepares a copy under a name to the servers from that index on. */
    public Copying(CopySource source, String name, int firstTargetServer, ByteProgress progress) {
        this.source = source;
        this.firstTargetServer = firstTargetServer;
        this.progress = progress;
        this.target = target(source, name);
        this.extendAt = target.clock().millis() + TemporaryKey.MILLIS_BETWEEN_EXTENSIONS;
    }

    /** Returns the copy of a filter under a name. */
    static CopyTarget target(CopySource source, String name) {
        return Seams.first(ROOMS, room -> room.copy(source, name)).orElseGet(() -> NativeCopy.of(source, name));
    }

    /** Returns the steps of the copy. */
    public Step<FilterCopy.Report> start() {
        return onTarget(target.prepare())
                .then(prepared -> copyAll().recover(failure -> Steps.failAfter(onTarget(target.abandon()), failure)))
                .then(lifetime -> onTarget(target.publish(lifetime)))
                .map(copy -> new FilterCopy.Report(
                        copy.description(), source.strings().size(), source.bytes(), digest));
    }

    /** Copies and compares everything; the value is how long the source lives. */
    private Step<Lifetime> copyAll() {
        return forEachPiece(this::copy)
                .then(copied -> forEachPiece(this::compare))
                .then(compared -> source.confirm())
                .also(confirmed -> {
                    digest = HexFormat.of().formatHex(sourceDigest.digest());
                    if (!digest.equals(HexFormat.of().formatHex(targetDigest.digest()))) {
                        throw CopySource.changed(source.strings().get(0).partition());
                    }
                });
    }

    private Step<Void> forEachPiece(Function<Piece, Step<Void>> action) {
        Iterator<Piece> pieces =
                source.strings().stream().flatMap(StoredString::pieces).iterator();
        return Steps.each(
                pieces,
                piece -> action.apply(piece).then(done -> stayAlive()).also(alive -> {
                    this.done += piece.length();
                    // Every byte is read twice: to copy it and to compare it.
                    progress.transferred(this.done / 2, source.bytes());
                }));
    }

    /** Lets the keys of a copy live on that takes long; those that are not written yet are not there. */
    private Step<Void> stayAlive() {
        long now = target.clock().millis();
        if (now < extendAt) {
            return Step.done();
        }
        extendAt = now + TemporaryKey.MILLIS_BETWEEN_EXTENSIONS;
        Stream<Partition> copies =
                source.strings().stream().map(StoredString::partition).map(target::partition);
        return onTarget(PartitionSweep.sweep(
                        copies, copy -> List.of(TemporaryKey.extension(target.key(copy), target.clock()))))
                .asVoid();
    }

    private Step<Void> copy(Piece piece) {
        return piece.read().then(bytes -> onTarget(target.write(piece, bytes)));
    }

    private Step<Void> compare(Piece piece) {
        return piece.read().then(bytes -> {
            sourceDigest.update(bytes);
            return onTarget(readCopy(piece));
        });
    }

    private Step<Void> readCopy(Piece piece) {
        StoredString original = piece.string();
        Partition copy = target.partition(original.partition());
        byte[] key = target.key(copy);
        Command range = Commands.range(key, piece.position(), piece.position() + piece.length() - 1);
        Command length = Commands.length(key);
        return Step.send(copy.batch(range, length), replies -> {
            targetDigest.update(Answers.bytes(range, replies.get(0)));
            if (Answers.integer(length, replies.get(1)) != original.bytes()) {
                throw CopySource.changed(copy);
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
}
