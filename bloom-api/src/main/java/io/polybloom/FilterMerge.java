package io.polybloom;

import io.polybloom.listener.ByteProgress;
import io.polybloom.support.FilterNames;
import java.util.List;
import java.util.Objects;

/**
 * Merges filters into one, their union: afterwards the target answers and counts as if all elements of the sources had
 * been added to it. The sources and the target are native filters, reached through one {@link BloomFilters}, with the
 * same layout, hash and key, bits, hashes, partitions and element format. Filters that grow must also agree in the
 * parameters that size their layers, and the sources must have grown by the same number of layers: each layer is merged
 * into the layer of the same number. The sources do not change.
 *
 * <p>If the target exists, it is one more member of the union, keeps its expiry, and keeps all elements that others add
 * to it while the merge runs. If it does not exist, it is created with the parameters of the first source and without
 * an expiry. If the sources have more layers than the target, the target gets these layers first.
 *
 * <p>All elements that the sources have when the merge begins are in the union; of those that are added to a source
 * meanwhile, some may be missed. The merge fails with an exception if a source is cleared, deleted or lost, or grows,
 * and if the target is cleared, deleted or lost. The target may then have received a part of the elements. No write is
 * sent twice. It is always safe to repeat the whole merge, even after an exception that leaves the outcome open:
 * merging the same bits again changes nothing.
 *
 * <p>A union may be fuller than the target's capacity. With {@link OverCapacity#DEGRADE} the merge succeeds, and the
 * false-positive rate rises. With {@link OverCapacity#REJECT} all members are read and counted first. If the union
 * would exceed the capacity and be fuller than each member, the merge is refused with an {@link OverCapacityException},
 * and nothing is changed. With {@link OverCapacity#GROW} the layers are merged as they are: a layer may become fuller
 * than its capacity, and the rate rises accordingly; if the newest one is full, another is opened.
 *
 * <pre>{@code
 * FilterMerge.Report report = filters.run(FilterMerge.of("monday", "tuesday").into("week"));
 * }</pre>
 */
public final class FilterMerge implements FilterTask<FilterMerge.Report> {

    /**
     * The result of a merge.
     *
     * @param description the parameters of the target
     * @param partitions the number of partitions that were merged, all layers together
     * @param bytes the number of bytes that were read
     */
    public record Report(FilterDescription description, int partitions, long bytes) {}

    /** The sources of a merge that has no target yet. */
    public static final class Sources {

        private final List<String> names;

        private Sources(List<String> names) {
            this.names = names;
        }

        /**
         * Returns the merge into a filter, which is created if it does not exist.
         *
         * @throws IllegalArgumentException if the name is not valid, or is that of a source
         */
        public FilterMerge into(String target) {
            if (names.contains(FilterNames.require(target))) {
                throw new IllegalArgumentException(
                        "the target '" + target + "' keeps its elements anyway: leave it out of the sources");
            }
            return new FilterMerge(names, target, (done, total) -> {});
        }
    }

    private final List<String> sources;
    private final String target;
    private final ByteProgress progress;

    private FilterMerge(List<String> sources, String target, ByteProgress progress) {
        this.sources = sources;
        this.target = target;
        this.progress = progress;
    }

    /**
     * Begins the description of a merge with the names of its sources.
     *
     * @throws IllegalArgumentException if there is no name, or one is not valid
     */
    public static Sources of(String... sources) {
        return of(List.of(sources));
    }

    /**
     * Begins the description of a merge with the names of its sources.
     *
     * @throws IllegalArgumentException if there is no name, or one is not valid
     */
    public static Sources of(List<String> sources) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("a merge needs at least one source");
        }
        sources.forEach(FilterNames::require);
        return new Sources(sources.stream().distinct().toList());
    }

    /** Returns the same merge with a progress listener. */
    public FilterMerge reportingTo(ByteProgress listener) {
        return new FilterMerge(sources, target, Objects.requireNonNull(listener, "listener"));
    }

    /** Returns the names of the sources, each once. */
    public List<String> sources() {
        return sources;
    }

    /** Returns the name of the target. */
    public String target() {
        return target;
    }

    /** Returns the progress listener of the merge. */
    public ByteProgress progress() {
        return progress;
    }
}
