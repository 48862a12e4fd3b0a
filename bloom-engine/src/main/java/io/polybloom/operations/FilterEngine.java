package io.polybloom.operations;

import com.google.common.hash.Funnel;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.internal.counter.StoredCounter;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.local.LocalCopies;
import io.polybloom.internal.local.LocalCopy;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.redis.SweepProgress;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.internal.seam.Seams;
import io.polybloom.internal.task.FilterTasks;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Objects;

/** Makes the steps that open filters and run tasks: the entry point of every driver into the engine. Thread-safe. */
public final class FilterEngine {

    private final Environment environment;
    private final LocalCopies copies = new LocalCopies();

    /** Creates an engine for the servers of a transport. */
    public FilterEngine(Transport<?> transport) {
        this(Environment.ofSystem(transport));
    }

    /** Creates an engine in an environment, such as one of a simulation. */
    public FilterEngine(Environment environment) {
        Seams.rooms();
        this.environment = environment;
    }

    /**
     * Opens a filter, creating it if it does not exist and the specification does not ask for an existing one.
     *
     * @throws IllegalArgumentException if the specification does not allow one of the options; nothing was sent
     */
    public <T> Step<FilterOperations<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        Objects.requireNonNull(funnel, "funnel");
        options.requireAllowedBy(spec);
        String elementFormat = spec.elementFormat().orElseGet(() -> ElementFormat.of(funnel));
        Step<OpenFilter> opening = WriteTracking.of(OpenFilter.open(spec, elementFormat, options, environment));
        return options.progress()
                .map(listener -> SweepProgress.of(opening, listener, layersToMake(spec)))
                .orElse(opening)
                .map(filter -> new FilterOperations<>(filter, funnel, copies));
    }

    /** Opens a filter whose elements can be removed, creating it as {@link #open} does. */
    public <T> Step<FilterOperations<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        Layout asked = Layouts.get(spec.layout());
        if (!spec.isExisting() && !asked.capabilities().contains(LayoutCapability.REMOVAL)) {
            throw new IllegalArgumentException(
                    "elements of the layout " + asked.id() + " cannot be removed: choose the layout " + Layouts.COUNTING
                            + ", or open the filter without removal");
        }
        return this.<T>open(spec, funnel, options).then(FilterOperations::requireRemovable);
    }

    /**
     * Returns the operations of a counter of distinct elements.
     *
     * @throws IllegalArgumentException if a counter cannot have that name
     */
    public <T> CounterOperations<T> counter(String name, Funnel<? super T> funnel) {
        return new CounterOperations<>(new StoredCounter(name, environment), funnel);
    }

    /**
     * Opens a mirror of an existing filter, and reads the bits once, as far as the options allow. It is told of all
     * elements that the filters of this engine add.
     */
    public <T> Step<MirrorOperations<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        Objects.requireNonNull(funnel, "funnel");
        FilterSpec.existing(name).build();
        LocalCopy mirror = copies.open(name, ElementFormat.of(funnel), options, environment);
        return mirror.refresh()
                .translateFailure(failure -> {
                    mirror.close();
                    return failure;
                })
                .map(read -> new MirrorOperations<>(mirror, funnel, options));
    }

    private List<Geometry> layersToMake(FilterSpec spec) {
        return spec.isExisting() ? List.of() : List.of(spec.geometry(environment.servers()));
    }

    /** Runs a task on the servers of the transport. */
    public <R> Step<R> run(FilterTask<R> task) {
        return FilterTasks.start(task, environment);
    }
}
