package io.polybloom.internal.mirror;

import io.polybloom.FilterDescription;
import io.polybloom.internal.local.LocalBits;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.layout.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a mirror has read of one generation of its filter: the bits, and of which parts they are. */
final class MirroredGeneration {

    private final Generation generation;
    private final LocalBits bits;
    private final List<MirroredPart> parts;
    private final Supplier<String> ids;

    private MirroredGeneration(Generation generation, LocalBits bits, List<MirroredPart> parts, Supplier<String> ids) {
        this.generation = generation;
        this.bits = bits;
        this.parts = parts;
        this.ids = ids;
    }

    /** Returns a generation of which nothing has been read. */
    static MirroredGeneration unread(Generation generation, Supplier<String> ids) {
        return with(generation, LocalBits.none(), List.of(), ids);
    }

    /** Returns the same with the layers that the generation has by now. */
    MirroredGeneration grownTo(Generation current) {
        return with(current, bits, parts, ids);
    }

    private static MirroredGeneration with(
            Generation current, LocalBits known, List<MirroredPart> knownParts, Supplier<String> ids) {
        LocalBits bits = known;
        List<MirroredPart> parts = new ArrayList<>(knownParts);
        List<Layer> layers = current.layers();
        for (Layer layer : layers.subList(known.layers(), layers.size())) {
            bits = bits.with(layer.layout(), layer.geometry());
            layer.partitions().forEach(partition -> parts.addAll(MirroredPart.of(partition, ids)));
        }
        return new MirroredGeneration(current, bits, List.copyOf(parts), ids);
    }

    /** Returns whether what was read is of this state of the filter, or of an earlier one with fewer layers. */
    boolean isOf(Generation state) {
        List<Geometry> now = state.description().layers();
        return generation.isSameAs(state)
                && bits.layers() <= now.size()
                && generation.description().layers().equals(now.subList(0, bits.layers()));
    }

    FilterDescription description() {
        return generation.description();
    }

    LocalBits bits() {
        return bits;
    }

    List<MirroredPart> parts() {
        return parts;
    }

    /** Returns the time as of which all parts are known; null if some were never read. */
    @Nullable
    ServerTime oldest() {
        ServerTime oldest = null;
        for (MirroredPart part : parts) {
            ServerTime asOf = part.asOf();
            if (asOf == null) {
                return null;
            }
            if (oldest == null || asOf.localNanos() - oldest.localNanos() < 0) {
                oldest = asOf;
            }
        }
        return oldest;
    }
}
