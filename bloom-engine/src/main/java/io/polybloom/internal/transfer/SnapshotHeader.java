package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.state.SpecCodec;
import io.polybloom.layout.Geometry;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The beginning of a snapshot: which filter it is, and therefore which pieces follow. docs/wire-format.md, "Snapshot",
 * specifies the bytes. Immutable.
 *
 * @param description the filter, ready, with all of its layers and without an expiry; its generation and its origin are
 *     the number of the snapshot, which no other snapshot has
 * @param takenAt the server's time when the first piece was read; empty if the bits do not come from a server
 */
public record SnapshotHeader(FilterDescription description, Optional<Instant> takenAt) {

    /** The bytes of each piece but the last one of a partition, which may be shorter: a server writes it in 20 us. */
    public static final int PIECE_BYTES = 1 << 16;

    /** The length of a checksum. */
    static final int CHECKSUM_BYTES = Integer.BYTES;

    private static final byte[] MAGIC = "PBLOOM1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_AT = 6;

    /** Far more than the text of a filter with a thousand layers. */
    private static final int LONGEST_TEXT = 1 << 20;

    private static final String NAME = "name=";
    private static final String SPEC = "spec=";
    private static final String LAYER = "layer=";
    private static final String TIME = "time=";

    /** Describes a filter whose bits are about to be written under a number. */
    public static SnapshotHeader of(FilterDescription filter, String number, Optional<Instant> takenAt) {
        FilterDescription numbered = Descriptions.numbered(filter, number);
        return new SnapshotHeader(requireSnapshots(numbered), takenAt);
    }

    private static FilterDescription requireSnapshots(FilterDescription filter) {
        Generation generation = new Generation(filter);
        generation.requireThatKeysStay(
                " and has no snapshots: its slices belong to the time at which they were filled");
        if (!generation.shape().hasTrailer() || !generation.hasReadableBits()) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' has the layout '" + filter.layout()
                    + "', which has no snapshots: only classic-v1, blocked-v1, words-v1 and counting-v1 do");
        }
        return filter;
    }

    /** Returns the number of the snapshot: 16 hexadecimal digits. */
    public String number() {
        return description.generation();
    }

    /** Returns the length of each partition of a layer, with its trailer. */
    public static long partitionBytes(Geometry layer) {
        return layer.partitionBits() / Byte.SIZE + 1;
    }

    /** Returns how many pieces each partition of a layer has. */
    public static int pieces(Geometry layer) {
        return Math.toIntExact((partitionBytes(layer) - 1) / PIECE_BYTES + 1);
    }

    /** Returns the length of a piece. */
    static int length(Geometry layer, int piece) {
        return (int) Math.min(PIECE_BYTES, partitionBytes(layer) - (long) piece * PIECE_BYTES);
    }

    /** Returns the length of all partitions of all layers. */
    public long bytes() {
        return description.layers().stream()
                .mapToLong(layer -> layer.partitions() * partitionBytes(layer))
                .sum();
    }

    /** Returns the checksum of a piece: of its number, in the order of the file, and of its bytes. */
    static int checksum(long number, byte[] piece) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
        checksum.update(piece);
        return (int) checksum.getValue();
    }

    /** Returns the bytes of the header, its checksum last. */
    byte[] encode() {
        StringBuilder text = new StringBuilder();
        text.append(NAME).append(escaped(description.name())).append('\n');
        text.append(SPEC).append(SpecCodec.encode(description)).append('\n');
        description.layers().stream()
                .skip(1)
                .forEach(layer ->
                        text.append(LAYER).append(SpecCodec.encodeLayer(layer)).append('\n'));
        takenAt.ifPresent(
                instant -> text.append(TIME).append(instant.toEpochMilli()).append('\n'));
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer header = ByteBuffer.allocate(MAGIC.length + Integer.BYTES + bytes.length + CHECKSUM_BYTES);
        header.put(MAGIC).putInt(bytes.length).put(bytes);
        CRC32C checksum = new CRC32C();
        checksum.update(header.array(), 0, header.position());
        return header.putInt((int) checksum.getValue()).array();
    }

    /**
     * Reads the header from the beginning of a stream, and not a byte more.
     *
     * @throws StreamCorruptedException if it is not one, or is damaged
     */
    static SnapshotHeader read(InputStream in) throws IOException {
        byte[] magic = in.readNBytes(MAGIC.length);
        requireMagic(magic);
        int length = number(in);
        if (length < 0 || length > LONGEST_TEXT) {
            throw damaged("its header has " + length + " bytes");
        }
        byte[] text = in.readNBytes(length);
        if (text.length < length) {
            throw new EOFException("the snapshot ends within its header");
        }
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(MAGIC.length + Integer.BYTES)
                .put(magic)
                .putInt(length)
                .flip());
        checksum.update(text);
        if (number(in) != (int) checksum.getValue()) {
            throw damaged("its header has another checksum");
        }
        return decode(new String(text, StandardCharsets.UTF_8));
    }

    /** Reads a number of four bytes. */
    static int number(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(Integer.BYTES);
        if (bytes.length < Integer.BYTES) {
            throw new EOFException("the snapshot breaks off");
        }
        return ByteBuffer.wrap(bytes).getInt();
    }

    private static void requireMagic(byte[] magic) throws IOException {
        if (Arrays.equals(magic, MAGIC)) {
            return;
        }
        if (magic.length == MAGIC.length
                && Arrays.equals(magic, 0, VERSION_AT, MAGIC, 0, VERSION_AT)
                && Character.isDigit(magic[VERSION_AT])) {
            throw new StreamCorruptedException("the snapshot has format " + (char) magic[VERSION_AT]
                    + ", but this release reads format " + (char) MAGIC[VERSION_AT]
                    + ": use a later release of Polybloom");
        }
        throw new StreamCorruptedException("this is not a snapshot of a filter: its first bytes are others");
    }

    private static SnapshotHeader decode(String text) throws IOException {
        String[] lines = text.split("\n");
        try {
            int at = 0;
            String name = value(lines, at++, NAME).translateEscapes();
            FilterDescription filter = SpecCodec.decode(name, value(lines, at++, SPEC));
            while (at < lines.length && lines[at].startsWith(LAYER)) {
                filter = SpecCodec.withLayer(filter, value(lines, at++, LAYER));
            }
            Optional<Instant> takenAt = Optional.empty();
            if (at < lines.length) {
                takenAt = Optional.of(Instant.ofEpochMilli(Long.parseLong(value(lines, at++, TIME))));
            }
            if (at < lines.length) {
                throw new IllegalArgumentException("the line '" + lines[at] + "'");
            }
            return of(filter, filter.generation(), takenAt);
        } catch (ForeignDataException | IllegalArgumentException unreadable) {
            Throwable reason = unreadable.getCause() instanceof IllegalArgumentException value ? value : unreadable;
            StreamCorruptedException corrupted =
                    damaged("its header says what this release does not know: " + reason.getMessage());
            corrupted.initCause(unreadable);
            throw corrupted;
        }
    }

    /** A name is the only text that may contain a line feed. */
    private static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String value(String[] lines, int at, String key) {
        if (at >= lines.length || !lines[at].startsWith(key)) {
            throw new IllegalArgumentException("there is no line that begins with " + key);
        }
        return lines[at].substring(key.length());
    }

    /** Returns the complaint about a snapshot whose bytes are not those that were written. */
    static StreamCorruptedException damaged(String how) {
        return new StreamCorruptedException("the snapshot is damaged: " + how);
    }
}
