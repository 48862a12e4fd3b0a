package io.polybloom.internal.transfer;

import static io.polybloom.internal.transfer.SnapshotHeader.CHECKSUM_BYTES;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes a snapshot: the header, then all pieces of the first partition of the first layer, the last piece first, then
 * those of the next partition, and then the checksum of all bytes. The stream is neither flushed nor closed. Not
 * thread-safe.
 */
public final class SnapshotWriter {

    private final OutputStream out;
    private final CRC32C checksum = new CRC32C();
    private long pieces;

    /** Writes the header. */
    public SnapshotWriter(OutputStream out, SnapshotHeader header) throws IOException {
        this.out = out;
        write(header.encode());
    }

    /** Writes the next piece. */
    public void piece(byte[] bytes) throws IOException {
        write(bytes);
        write(number(SnapshotHeader.checksum(pieces++, bytes)));
    }

    /** Writes some pieces of a partition, the last one first, as a snapshot has them. */
    public void pieces(byte[] bytes) throws IOException {
        int end = bytes.length;
        while (end > 0) {
            int from = (end - 1) / SnapshotHeader.PIECE_BYTES * SnapshotHeader.PIECE_BYTES;
            piece(Arrays.copyOfRange(bytes, from, end));
            end = from;
        }
    }

    /** Writes the end; without it the snapshot is not complete. */
    public void end() throws IOException {
        write(number((int) checksum.getValue()));
    }

    private static byte[] number(int checksum) {
        return ByteBuffer.allocate(CHECKSUM_BYTES).putInt(checksum).array();
    }

    private void write(byte[] bytes) throws IOException {
        checksum.update(bytes);
        out.write(bytes);
    }
}
