package io.polybloom.spring.actuate;

import io.polybloom.BloomFilter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** The endpoint {@code bloom}: lists the filters of the application, and measures one of them. */
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
}
