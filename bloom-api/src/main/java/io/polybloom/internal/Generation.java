package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** One incarnation of a filter: its stored parameters, its layout and the places of its partitions. Immutable. */
public final class Generation {

    /** The only layer there is until filters grow. */
    public static final int FIRST_LAYER = 0;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 8;

    private final FilterDescription description;
    private final Layout layout;
    private final KeyNames keys;

    /** Creates the view of a stored filter; its layout must be known. */
    public Generation(FilterDescription description) {
        this.description = description;
        this.layout = Layouts.find(description.layout()).orElseThrow(() -> unknownLayout(description));
        this.keys = new KeyNames(description.name());
    }

    static String newId() {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    static boolean isGeneration(String text) {
        return text.length() == 2 * ID_BYTES && text.chars().allMatch(HexFormat::isHexDigit);
    }

    /** The stored parameters. */
    public FilterDescription description() {
        return description;
    }

    /** The layout of the bits. */
    public Layout layout() {
        return layout;
    }

    /** The shape of the bits. */
    public Geometry geometry() {
        return description.geometry();
    }

    /** The key of a partition's bits. */
    public String partitionKey(int partition) {
        return keys.partition(partition, description.generation(), FIRST_LAYER);
    }

    /** The server that a partition lives on. */
    public int serverOf(int partition) {
        return partition % description.servers();
    }

    byte[] partitionKeyBytes(int partition) {
        return partitionKey(partition).getBytes(StandardCharsets.UTF_8);
    }

    Batch batch(int partition, List<Command> commands) {
        return new Batch(serverOf(partition), partition, commands);
    }

    boolean isSameAs(Generation other) {
        return description.generation().equals(other.description.generation());
    }

    private static UnsupportedFilterException unknownLayout(FilterDescription description) {
        return new UnsupportedFilterException(
                "the filter '" + description.name() + "' has the layout '" + description.layout()
                        + "', which is not on the class path; known are " + String.join(", ", Layouts.ids()));
    }
}
