package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The key of the claims of one writer in one generation of a filter. It lies in the slot of a partition that follows
 * from the writer's name, so that the writers of a filter spread over the servers as its bits do. Immutable.
 */
public final class ClaimsKey {

    /** Without a colon, so that the name under which a key is made is never that of another writer's key. */
    private static final Pattern WRITER = Pattern.compile("[A-Za-z0-9._/@+-]{1,256}");

    private final String name;
    private final String writer;
    private final byte[] key;
    private final byte[] unborn;
    private final int server;
    private final int partition;

    private ClaimsKey(FilterDescription generation, String writer) {
        CRC32 hash = new CRC32();
        hash.update(writer.getBytes(StandardCharsets.UTF_8));
        this.partition = (int) (hash.getValue() % generation.geometry().partitions());
        this.server = partition % generation.servers();
        this.writer = writer;
        this.name = new KeyNames(generation.name()).claims(partition, generation.generation(), writer);
        this.key = name.getBytes(StandardCharsets.UTF_8);
        this.unborn = KeyNames.unborn(name).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the key of a writer in a generation. */
    public static ClaimsKey of(FilterDescription generation, String writer) {
        return new ClaimsKey(generation, writer);
    }

    /**
     * Checks the name of a writer.
     *
     * @throws IllegalArgumentException if it is not 1 to 256 letters, digits and {@code . _ / @ + -}
     */
    public static String requireWriter(String writer) {
        if (!WRITER.matcher(writer).matches()) {
            throw new IllegalArgumentException(
                    "the name of a writer has 1 to 256 letters, digits and . _ / @ + -, and is not '" + writer + "'");
        }
        return writer;
    }

    /** Returns the writer. */
    public String writer() {
        return writer;
    }

    public byte[] bytes() {
        return key;
    }

    /** Returns the key under which the claims are made before they are given their name. */
    public byte[] unborn() {
        return unborn;
    }

    public Batch batch(Command... commands) {
        return batch(List.of(commands));
    }

    public Batch batch(List<Command> commands) {
        return new Batch(server, partition, commands);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClaimsKey claims && name.equals(claims.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
