package io.polybloom.internal.transfer;

import io.polybloom.layout.Geometry;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * Reads a snapshot from its beginning to its end, and compares each checksum before it hands anything out. Not
 * thread-safe.
 */
public final class SnapshotReader implements Closeable {

    private final CheckedInputStream in;
    private final SnapshotHeader header;
    private int layer;
    private int partition;
    private int piece;
    private long number;

    /** Reads the header. */
    public SnapshotReader(InputStream stream) throws IOException {
        this.in = new CheckedInputStream(stream, new CRC32C());
        this.header = SnapshotHeader.read(in);
        this.piece = SnapshotHeader.pieces(shape()) - 1;
    }

    /** Reads the header of a snapshot that was opened, and closes it if that fails. */
    public static SnapshotReader of(InputStream opened) throws IOException {
        try {
            return new SnapshotReader(opened);
        } catch (IOException | RuntimeException failure) {
            try (opened) {
                throw failure;
            }
        }
    }

    public SnapshotHeader header() {
        return header;
    }

    /** Returns whether all pieces were read. */
    public boolean isAtEnd() {
        return layer == header.description().layers().size();
    }

    /** Returns the layer of the next piece. */
    public int layer() {
        return layer;
    }

    /** Returns the number of the partition of the next piece. */
    public int partition() {
        return partition;
    }

    /** Returns the place of the next piece within its partition. */
    public int piece() {
        return piece;
    }

    /** Returns the next piece. */
    public byte[] next() throws IOException {
        byte[] bytes = in.readNBytes(SnapshotHeader.length(shape(), piece));
        if (bytes.length < SnapshotHeader.length(shape(), piece)) {
            throw new EOFException("the snapshot ends within piece " + number);
        }
        if (SnapshotHeader.number(in) != SnapshotHeader.checksum(number, bytes)) {
            throw SnapshotHeader.damaged("piece " + number + ", of partition " + partition + " of layer " + layer
                    + ", has another checksum");
        }
        move();
        return bytes;
    }

    /** Returns the pieces of the next partition, in their order. They take no more memory than what was read. */
    public List<byte[]> nextPartition() throws IOException {
        Deque<byte[]> pieces = new ArrayDeque<>();
        boolean isFirst;
        do {
            isFirst = piece == 0;
            pieces.addFirst(next());
        } while (!isFirst);
        return List.copyOf(pieces);
    }

    /** Returns the rest of the partition from a piece on, of which the last piece is the next one. */
    public byte[] nextDownTo(int first) throws IOException {
        int begin = first * SnapshotHeader.PIECE_BYTES;
        int length = (piece - first) * SnapshotHeader.PIECE_BYTES + SnapshotHeader.length(shape(), piece);
        byte[] bytes = new byte[length];
        for (int at = piece; at >= first; at--) {
            byte[] next = next();
            System.arraycopy(next, 0, bytes, at * SnapshotHeader.PIECE_BYTES - begin, next.length);
        }
        return bytes;
    }

    /** Compares the checksum of the whole, which follows the last piece. */
    public void end() throws IOException {
        int whole = (int) in.getChecksum().getValue();
        if (SnapshotHeader.number(in) != whole) {
            throw SnapshotHeader.damaged("its bytes have another checksum");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private Geometry shape() {
        return header.description().layers().get(layer);
    }

    private void move() {
        number++;
        if (piece-- > 0) {
            return;
        }
        partition++;
        if (partition == shape().partitions()) {
            partition = 0;
            layer++;
        }
        piece = isAtEnd() ? 0 : SnapshotHeader.pieces(shape()) - 1;
    }
}
