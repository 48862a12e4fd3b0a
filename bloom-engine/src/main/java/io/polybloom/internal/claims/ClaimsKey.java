package io.polybloom.internal.claims;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** The key of the claims of one writer, which is named after an id. Immutable. */
final class ClaimsKey {

    private static final Pattern WRITER = Pattern.compile("[A-Za-z0-9._/@+-]{1,256}");

    /** Claims are sent alone, so they need no ordering key of their own. */
    private static final int ORDERING_KEY = 0;

    private final String name;
    private final byte[] key;
    private final int server;

    /**
     * Creates the key of a writer.
     *
     * @param id drawn by the client that makes the key
     */
    ClaimsKey(FilterDescription filter, String writer, String id) {
        CRC32 hash = new CRC32();
        hash.update(writer.getBytes(StandardCharsets.UTF_8));
        this.server = (int) (hash.getValue() % filter.servers());
        this.name = new KeyNames(filter.name()).claims(writer, id);
        this.key = name.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the name of the period since the most recent clear, or since the creation. */
    static String epoch(FilterDescription filter) {
        return filter.origin() + "." + filter.clears();
    }

    /**
     * Checks the name of a writer.
     *
     * @throws IllegalArgumentException if it is not 1 to 256 letters, digits and {@code . _ / @ + -}
     */
    static String requireWriter(String writer) {
        if (!WRITER.matcher(writer).matches()) {
            throw new IllegalArgumentException(
                    "the name of a writer must be 1 to 256 letters, digits and . _ / @ + -, not '" + writer + "'");
        }
        return writer;
    }

    /**
     * Returns when the key expires: a day after the filter. A filter whose expiry was put off at the last moment lives
     * on; without its claims, it could tell no repeated delivery from a duplicate.
     *
     * @param ofFilter that of the filter
     */
    Lifetime lifetime(Lifetime ofFilter) {
        return ofFilter.ofWhole();
    }

    byte[] bytes() {
        return key;
    }

    Batch batch(Command... commands) {
        return batch(List.of(commands));
    }

    Batch batch(List<Command> commands) {
        return new Batch(server, ORDERING_KEY, commands);
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
