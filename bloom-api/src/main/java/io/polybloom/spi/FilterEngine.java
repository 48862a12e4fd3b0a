package io.polybloom.spi;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.FilterOpener;
import java.util.Objects;
import java.util.Optional;

/** Makes the steps that open filters. The entry of every driver into the engine. Thread-safe. */
public final class FilterEngine {

    private final int servers;

    /** Creates an engine for the servers of a transport. */
    public FilterEngine(Transport<?> transport) {
        this.servers = transport.servers();
    }

    /** Opens a filter, creating it if it does not exist. */
    public <T> Step<FilterOperations<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        Objects.requireNonNull(funnel, "funnel");
        return FilterOpener.of(spec, servers)
                .open(spec)
                .then(filter -> new Step.Done<>(new FilterOperations<>(filter, funnel)));
    }

    /** Opens a filter that exists. */
    public <T> Step<FilterOperations<T>> openExisting(String name, Funnel<? super T> funnel) {
        Objects.requireNonNull(funnel, "funnel");
        return FilterOpener.named(name, servers)
                .openExisting()
                .then(filter -> new Step.Done<>(new FilterOperations<>(filter, funnel)));
    }

    /** Reads the parameters of a filter; empty if there is none of that name. */
    public Step<Optional<FilterDescription>> describe(String name) {
        return FilterOpener.named(name, servers).describe();
    }
}
