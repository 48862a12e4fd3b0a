package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The key of the claims of one writer. It is named after the life of the filter and the number of its clears: a clear
 * ends the claims; nothing else that gives the filter another generation does. Immutable.
 */
public final class ClaimsKey {

    /** Without a colon, so that the name under which a key is made is never that of another writer's key. */
    private static final Pattern WRITER = Pattern.compile("[A-Za-z0-9._/@+-]{1,256}");

    /** Claims are sent alone, so they need no ordering key of their own. */
    private static final int ORDERING_KEY = 0;

    private final String name;
    private final String writer;
    private final byte[] key;
    private final int server;
    private final List<String> makers;

    private ClaimsKey(FilterDescription filter, String epoch, String writer) {
        CRC32 hash = new CRC32();
        hash.update(writer.getBytes(StandardCharsets.UTF_8));
        this.server = (int) (hash.getValue() % filter.servers());
        this.writer = writer;
        this.name = new KeyNames(filter.name()).claims(writer, epoch);
        this.key = name.getBytes(StandardCharsets.UTF_8);
        this.makers = List.of();
    }

    private ClaimsKey(ClaimsKey claims, List<String> makers) {
        this.server = claims.server;
        this.writer = claims.writer;
        this.name = claims.name;
        this.key = claims.key;
        this.makers = List.copyOf(makers);
    }

    /** Returns the same key with the clients that have begun to make it. */
    public ClaimsKey madeBy(List<String> clients) {
        return new ClaimsKey(this, clients);
    }

    /** Returns the key of a writer as the filter is now. */
    public static ClaimsKey of(FilterDescription filter, String writer) {
        return new ClaimsKey(filter, epoch(filter), writer);
    }

    /** Returns the key that a writer had at some time. */
    public static ClaimsKey of(FilterDescription filter, String epoch, String writer) {
        return new ClaimsKey(filter, epoch, writer);
    }

    /** Returns the name of the period since the most recent clear, or since the creation. */
    public static String epoch(FilterDescription filter) {
        return filter.origin() + "." + filter.clears();
    }

    /**
     * Checks the name of a writer.
     *
     * @throws IllegalArgumentException if it is not 1 to 256 letters, digits and {@code . _ / @ + -}
     */
    public static String requireWriter(String writer) {
        if (!WRITER.matcher(writer).matches()) {
            throw new IllegalArgumentException(
                    "the name of a writer must be 1 to 256 letters, digits and . _ / @ + -, not '" + writer + "'");
        }
        return writer;
    }

    /** Returns the writer. */
    public String writer() {
        return writer;
    }

    /**
     * Returns when the key expires: a day after the filter. A filter whose expiry was put off at the last moment lives
     * on; without its claims, it could tell no repeated delivery from a duplicate.
     *
     * @param filterExpiry when the filter expires
     */
    public Optional<Instant> expiry(Optional<Instant> filterExpiry) {
        return filterExpiry.map(instant -> instant.plusMillis(KeyNames.OUTLIVES_MILLIS));
    }

    public byte[] bytes() {
        return key;
    }

    /** Returns the key under which a client makes the claims before they are given their name. */
    public byte[] unborn(String maker) {
        return KeyNames.unborn(name, maker).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the keys under which the {@linkplain #madeBy makers} may have made the claims. */
    public List<byte[]> unborn() {
        return makers.stream().map(this::unborn).toList();
    }

    public Batch batch(Command... commands) {
        return batch(List.of(commands));
    }

    public Batch batch(List<Command> commands) {
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
