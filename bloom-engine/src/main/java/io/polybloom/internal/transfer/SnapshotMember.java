package io.polybloom.internal.transfer;

import io.polybloom.internal.load.PartitionPieces;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import io.polybloom.transfer.SnapshotImport;
import java.io.Closeable;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A snapshot that is merged into a filter; it is opened anew whenever it is read from the beginning. */
final class SnapshotMember implements UnionMember, Closeable {

    private static final int PIECES_OF_A_READ = PartitionPieces.PIECE_BYTES / SnapshotHeader.PIECE_BYTES;

    private final SnapshotImport.Source source;
    private final UnionReader progress;
    private final Generation generation;
    private @Nullable SnapshotReader open;

    private SnapshotMember(SnapshotImport.Source source, SnapshotHeader header, UnionReader progress) {
        this.source = source;
        this.progress = progress;
        this.generation = new Generation(header.description());
    }

    /** Reads a snapshot to its end, compares its checksums, and returns it as a member. */
    static SnapshotMember of(SnapshotImport.Source source, UnionReader progress) throws IOException {
        try (SnapshotReader reader = SnapshotReader.of(source.open())) {
            while (!reader.isAtEnd()) {
                reader.next();
            }
            reader.end();
            return new SnapshotMember(source, reader.header(), progress);
        }
    }

    @Override
    public Generation generation() {
        return generation;
    }

    @Override
    public Step<byte[]> read(Partition like, int piece) {
        byte[] bytes = CallerStream.read(() -> bytes(like, piece));
        progress.count(bytes.length);
        return Step.done(bytes);
    }

    /** The trailer is the last byte of the last piece, which may have no other one. */
    private byte[] bytes(Partition like, int piece) throws IOException {
        if (open == null || isBehind(open, like, piece)) {
            close();
            open = SnapshotReader.of(source.open());
            requireSame(open.header());
        }
        SnapshotReader reader = open;
        while (isBefore(reader, like)) {
            reader.next();
        }
        int end = (piece + 1) * PIECES_OF_A_READ;
        while (reader.piece() >= end) {
            reader.next();
        }
        return Arrays.copyOf(reader.nextDownTo(piece * PIECES_OF_A_READ), UnionReader.length(like, piece));
    }

    private static boolean isBefore(SnapshotReader reader, Partition like) {
        int layer = like.layer().index();
        return reader.layer() < layer || (reader.layer() == layer && reader.partition() < like.number());
    }

    private static boolean isBehind(SnapshotReader reader, Partition like, int piece) {
        boolean isThere = reader.layer() == like.layer().index() && reader.partition() == like.number();
        return isThere ? reader.piece() < piece * PIECES_OF_A_READ : !isBefore(reader, like);
    }

    private void requireSame(SnapshotHeader header) throws IOException {
        if (!header.number().equals(generation.id())) {
            throw new StreamCorruptedException("the source has opened another snapshot the second time");
        }
    }

    @Override
    public Step<Void> confirm() {
        return Step.done();
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
