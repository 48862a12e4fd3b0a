package io.polybloom.spring.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.spring.properties.FilterOptionsCustomizer;
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
    private final List<FilterSpecCustomizer> specCustomizers;
    private final List<FilterOptionsCustomizer> optionsCustomizers;
    private final OpeningObserver observer;

    /**
     * Creates the filters of an application.
     *
     * @param filters opens them
     * @param specCustomizers add to their specifications, in this order
     * @param optionsCustomizers add to the options with which they are opened, in this order
     * @param observer is told of each opening
     */
    public ConfiguredFilters(
            PolybloomProperties properties,
            BloomFilters filters,
            List<FilterSpecCustomizer> specCustomizers,
            List<FilterOptionsCustomizer> optionsCustomizers,
            OpeningObserver observer) {
        this.properties = properties.filters();
        this.filters = filters;
        this.specCustomizers = specCustomizers;
        this.optionsCustomizers = optionsCustomizers;
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
        FilterSpecs made = FilterSpecs.of(bean, given, specCustomizers, optionsCustomizers);
        return new LazyBloomFilter<>(
                made.spec(), funnel, made.options(), filters, Optional.ofNullable(given.expireAfter()), observer);
    }
}
