package io.polybloom.spring.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.spring.properties.FilterProperties;
import io.polybloom.spring.properties.FilterSpecCustomizer;
import io.polybloom.spring.properties.FilterSpecs;
import io.polybloom.spring.properties.PolybloomProperties;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes the filters that the properties describe. */
public final class ConfiguredFilters {

    private final Map<String, FilterProperties> properties;
    private final BloomFilters filters;
    private final List<FilterSpecCustomizer> customizers;
    private final OpeningObserver observer;

    /**
     * Creates the filters of an application.
     *
     * @param filters opens them
     * @param customizers add to their specifications, in this order
     * @param observer is told of each opening
     */
    public ConfiguredFilters(
            PolybloomProperties properties,
            BloomFilters filters,
            List<FilterSpecCustomizer> customizers,
            OpeningObserver observer) {
        this.properties = properties.filters();
        this.filters = filters;
        this.customizers = customizers;
        this.observer = observer;
    }

    /**
     * Returns a new filter that is not open yet. This is the factory method of its bean.
     *
     * @param bean the name of the bean
     * @throws io.polybloom.spring.properties.InvalidFilterException if its properties describe no filter
     */
    public LazyBloomFilter<?> filter(String bean) {
        FilterProperties given = Objects.requireNonNull(properties.get(bean), bean);
        return filter(bean, given, given.type().funnel());
    }

    private <T> LazyBloomFilter<T> filter(String bean, FilterProperties given, Funnel<T> funnel) {
        return new LazyBloomFilter<>(
                FilterSpecs.of(bean, given, customizers),
                funnel,
                filters,
                Optional.ofNullable(given.expireAfter()),
                observer);
    }
}
