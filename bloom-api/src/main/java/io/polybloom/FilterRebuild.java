package io.polybloom;

import com.google.common.hash.Funnel;
import io.polybloom.support.FilterNames;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.LongConsumer;

/**
 * Rebuilds a native filter from its elements, optionally with another capacity, rate or layout, while other clients add
 * to it and query it. The next generation of the filter is filled alongside the current one; adds go into both. When
 * the next generation is complete, it replaces the current one. Until then, and if the rebuild fails or is
 * {@linkplain #abandon abandoned}, the filter stays as it was.
 *
 * <p>A filter that has grown becomes one layer again, and a filter that has lost partitions becomes complete again.
 * Parameters that are not given stay as they were; the capacity of a filter that has grown becomes that of all its
 * layers together. If there are more elements than the capacity, a filter that grows gets further layers, and the
 * rebuild of a filter that rejects fails. Clients may continue to open the filter with its former parameters.
 *
 * <p><b>The elements.</b> They are read once, as soon as every client also adds its elements to the next generation.
 * They must include each element whose add had begun before that; later ones need not be among them. So a program that
 * first records its elements in a database, and then adds them, can rebuild the filter from this database. An element
 * that is not among them, and was not added meanwhile, is forgotten. If a client has a {@link NearCache}, its add of an
 * element that was there before counts as having begun up to {@link NearCache#checkedEvery} earlier.
 *
 * <p>While a rebuild runs, an add takes one more round trip, and a load works like {@link BloomFilter#addAll}. A load
 * or a merge into the filter that began before the rebuild makes the rebuild fail with an exception, since the bits of
 * the load or merge do not fit the next generation; if the rebuild ends first, the load or merge fails with a
 * {@link LostDataException} and can be repeated. A rebuild also fails with an exception if the filter is cleared,
 * deleted or lost, or if another rebuild begins. If two clients add the same element, one of them while the generations
 * change, both may be told that it is new. The claims of writers are kept. A filter with a
 * {@linkplain FilterSpecBuilder#window window} cannot be rebuilt, since its elements do not record when they were
 * added; the rebuild is refused with an {@link UnsupportedFilterException}.
 *
 * <p>If the clients of the filter use {@linkplain FilterOptions#acknowledgedBy acknowledged writes}, the rebuild must
 * {@linkplain FilterTask#acknowledgedBy be acknowledged}, too. Otherwise a failover can lose acknowledged elements.
 *
 * <pre>{@code
 * filters.run(FilterRebuild.of("urls").capacity(20_000_000_000L).from(urls, Elements.strings()));
 * }</pre>
 */
public final class FilterRebuild implements FilterTask<FilterRebuild.Report> {

    /**
     * The result of a rebuild.
     *
     * @param description the parameters of the filter
     * @param elements the number of elements that were read
     */
    public record Report(FilterDescription description, long elements) {}

    /**
     * Abandons the rebuild of a filter, whether it is in progress or its client has died, and removes its keys. The
     * result says whether there was a rebuild to abandon; one whose success has been decided is completed instead.
     *
     * @param name the filter's name
     */
    public record Abandonment(String name) implements FilterTask<Boolean> {

        /** Checks the name. */
        public Abandonment {
            FilterNames.require(name);
        }
    }

    /** The parameters that a rebuild gives to the filter, without its elements. Immutable. */
    public static final class Plan {

        private final String name;
        private final OptionalLong capacity;
        private final OptionalDouble falsePositiveRate;
        private final Optional<String> layout;

        private Plan(String name, OptionalLong capacity, OptionalDouble falsePositiveRate, Optional<String> layout) {
            this.name = name;
            this.capacity = capacity;
            this.falsePositiveRate = falsePositiveRate;
            this.layout = layout;
        }

        /**
         * Returns the plan with another capacity.
         *
         * @param expectedElements the number of distinct elements, at least 1
         * @throws IllegalArgumentException if it is less than 1
         */
        public Plan capacity(long expectedElements) {
            FilterSpec.named(name).capacity(expectedElements);
            return new Plan(name, OptionalLong.of(expectedElements), falsePositiveRate, layout);
        }

        /**
         * Returns the plan with another false-positive rate.
         *
         * @param rate the rate at capacity, in (0, 1)
         * @throws IllegalArgumentException if it is out of range
         */
        public Plan falsePositiveRate(double rate) {
            FilterSpec.named(name).falsePositiveRate(rate);
            return new Plan(name, capacity, OptionalDouble.of(rate), layout);
        }

        /**
         * Returns the plan with another native layout, such as {@code blocked-v1}.
         *
         * @throws IllegalArgumentException if there is no such layout on the class path
         */
        public Plan layout(String id) {
            FilterSpec.named(name).layout(id);
            return new Plan(name, capacity, falsePositiveRate, Optional.of(id));
        }

        /**
         * Returns a rebuild that reads the given elements.
         *
         * @param elements the elements, read once; the iterator is requested once every add also goes into the next
         *     generation
         * @param funnel turns an element into bytes, as for the filter
         */
        public <T> FilterRebuild from(Iterable<? extends T> elements, Funnel<? super T> funnel) {
            return new FilterRebuild(this, new Source<>(elements, funnel), OptionalLong.empty(), read -> {});
        }

        /** Returns the filter's name. */
        public String name() {
            return name;
        }

        /** Returns the capacity, if it is to change. */
        public OptionalLong capacity() {
            return capacity;
        }

        /** Returns the false-positive rate, if it is to change. */
        public OptionalDouble falsePositiveRate() {
            return falsePositiveRate;
        }

        /** Returns the layout, if it is to change. */
        public Optional<String> layout() {
            return layout;
        }

        /** Returns the name of the filter and what is to change, for logs. */
        @Override
        public String toString() {
            StringJoiner text = new StringJoiner(", ", "FilterRebuild.Plan[", "]").add("name=" + name);
            layout.ifPresent(id -> text.add("layout=" + id));
            capacity.ifPresent(elements -> text.add("capacity=" + elements));
            falsePositiveRate.ifPresent(rate -> text.add("fpp=" + rate));
            return text.toString();
        }
    }

    /**
     * Elements with their funnel.
     *
     * @param elements the elements
     * @param funnel turns an element into bytes
     * @param <T> the type of the elements
     */
    public record Source<T>(Iterable<? extends T> elements, Funnel<? super T> funnel) {

        /** Checks that neither is null. */
        public Source {
            Objects.requireNonNull(elements, "elements");
            Objects.requireNonNull(funnel, "funnel");
        }
    }

    private final Plan plan;
    private final Source<?> source;
    private final OptionalLong loadMemory;
    private final LongConsumer progress;

    private FilterRebuild(Plan plan, Source<?> source, OptionalLong loadMemory, LongConsumer progress) {
        this.plan = plan;
        this.source = source;
        this.loadMemory = loadMemory;
        this.progress = progress;
    }

    /**
     * Begins the plan of a rebuild.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public static Plan of(String name) {
        return new Plan(FilterNames.require(name), OptionalLong.empty(), OptionalDouble.empty(), Optional.empty());
    }

    /**
     * Returns the task that abandons the rebuild of a filter.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public static FilterTask<Boolean> abandon(String name) {
        return new Abandonment(name);
    }

    /** Returns the same rebuild with a listener that is told from time to time how many elements have been read. */
    public FilterRebuild reportingTo(LongConsumer listener) {
        return new FilterRebuild(plan, source, loadMemory, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Returns the same rebuild with another limit on the memory for the bits of the elements.
     *
     * @param bytes the limit, as for {@link FilterOptions#loadMemory(long)}
     * @throws IllegalArgumentException if it is out of the range of that method
     */
    public FilterRebuild loadMemory(long bytes) {
        FilterOptions.defaults().loadMemory(bytes);
        return new FilterRebuild(plan, source, OptionalLong.of(bytes), progress);
    }

    /** Returns the parameters that the rebuild gives to the filter. */
    public Plan plan() {
        return plan;
    }

    /** Returns the elements. */
    public Source<?> source() {
        return source;
    }

    /** Returns the limit on the memory for the bits of the elements, in bytes. */
    public long loadMemory() {
        return loadMemory.orElseGet(() -> FilterOptions.defaults().loadMemory());
    }

    /** Returns the listener that is told the number of elements that have been read. */
    public LongConsumer progress() {
        return progress;
    }

    /** Returns what is to change, for logs, without the elements. */
    @Override
    public String toString() {
        return "FilterRebuild[" + plan + "]";
    }
}
