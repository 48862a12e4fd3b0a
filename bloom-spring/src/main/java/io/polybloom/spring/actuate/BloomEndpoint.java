package io.polybloom.spring.actuate;

import io.polybloom.BloomFilter;
import io.polybloom.spring.filter.LazyBloomFilter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** The endpoint {@code bloom}: lists the filters of the application, measures one of them, and opens it again. */
@Endpoint(id = "bloom")
public class BloomEndpoint {

    private final Supplier<Map<String, BloomFilter<?>>> filters;

    /**
     * Creates the endpoint.
     *
     * @param filters finds the filters of the application by the names of their beans
     */
    public BloomEndpoint(Supplier<Map<String, BloomFilter<?>>> filters) {
        this.filters = filters;
    }

    /**
     * The filters of an application.
     *
     * @param filters the filters by the names of their beans
     */
    public record Filters(Map<String, FilterView> filters) {}

    /** Returns all filters of the application, with the parameters that it already knows. Sends nothing to Redis. */
    @ReadOperation
    public Filters filters() {
        Map<String, FilterView> views = new LinkedHashMap<>();
        filters.get().forEach((name, filter) -> views.put(name, FilterView.known(filter)));
        return new Filters(views);
    }

    /**
     * Measures one filter. A filter that has not been called yet is not opened.
     *
     * @param name the name of the filter's bean
     * @return the filter; null if there is no bean of that name
     */
    @ReadOperation
    public @Nullable FilterView filter(@Selector String name) {
        BloomFilter<?> filter = filters.get().get(name);
        return filter == null ? null : FilterView.measured(filter);
    }

    /**
     * Opens a filter of the properties again, and creates it, empty, if it is gone and need not exist.
     *
     * @param name the name of the filter's bean
     * @return the filter; null if no filter in the properties has that name
     */
    @WriteOperation
    public @Nullable FilterView open(@Selector String name) {
        if (!(filters.get().get(name) instanceof LazyBloomFilter<?> filter)) {
            return null;
        }
        filter.reopen();
        return FilterView.measured(filter);
    }
}
