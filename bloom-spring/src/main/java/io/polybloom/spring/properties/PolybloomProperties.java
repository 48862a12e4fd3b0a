package io.polybloom.spring.properties;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The filters of an application, and the client that they use.
 *
 * @param client the kind of client that filters use. By default the first of Lettuce, Jedis, Redisson and GLIDE that
 *     the application has
 * @param clientBean the name of the connection factory, Redisson or GLIDE client that filters use. Required only if
 *     there are several and none of them is primary
 * @param sampleEvery the interval at which the Micrometer gauges of an open filter are updated, at least 1 ms. 0
 *     disables the gauges
 * @param healthTimeout the time after which the health of all filters is down if Redis has not answered, at least 1 ms
 * @param integration the use of filters by Spring Integration
 * @param filters the filters by the names of their beans
 */
@ConfigurationProperties(value = "polybloom", ignoreUnknownFields = false)
public record PolybloomProperties(
        @Nullable ClientKind client,
        @Nullable String clientBean,
        @DefaultValue("1m") Duration sampleEvery,
        @DefaultValue("5s") Duration healthTimeout,
        @Nullable Integration integration,
        @DefaultValue Map<String, FilterProperties> filters) {

    /** The prefix of the properties of all filters. */
    public static final String FILTERS = "polybloom.filters";

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Copies the filters, and checks the durations. */
    public PolybloomProperties {
        if (sampleEvery.isNegative()) {
            throw new InvalidFilterException("polybloom.sample-every", "it is less than zero");
        }
        if (!sampleEvery.isZero() && sampleEvery.compareTo(SHORTEST) < 0) {
            throw new InvalidFilterException("polybloom.sample-every", "it is less than 1ms, and not zero");
        }
        if (healthTimeout.compareTo(SHORTEST) < 0) {
            throw new InvalidFilterException("polybloom.health-timeout", "it is less than 1ms");
        }
        filters = Map.copyOf(filters);
    }

    /**
     * The use of filters by Spring Integration.
     *
     * @param metadataStore the metadata store
     */
    public record Integration(@Nullable MetadataStore metadataStore) {}

    /**
     * A metadata store for idempotent receivers.
     *
     * @param filter the name of the bean of a filter whose elements are strings
     */
    public record MetadataStore(@Nullable String filter) {}
}
