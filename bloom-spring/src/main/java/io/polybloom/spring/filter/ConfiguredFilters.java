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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Makes the filters that the properties describe. */
public final class ConfiguredFilters implements AutoCloseable {

    /** The name of the bean of this class. */
    public static final String BEAN = "polybloomConfiguredFilters";

    private final Map<String, FilterProperties> properties;
    private final BloomFilters filters;
    private final List<FilterSpecCustomizer> specCustomizers;
    private final List<FilterOptionsCustomizer> optionsCustomizers;
    private final OpeningObserver observer;
    private @Nullable ScheduledExecutorService refresher;

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
                made.spec(),
                funnel,
                made.options(),
                filters,
                Optional.ofNullable(given.expireAfter()),
                observer,
                made.mirror().map(options -> options.refreshedBy(refresher())));
    }

    /** Returns the mirror of a filter of the properties. This is the factory method of its bean. */
    public LazyFilterMirror<?> mirror(LazyBloomFilter<?> filter) {
        return filter.mirror().orElseThrow();
    }

    /** Returns the executor that refreshes all mirrors, one after the other; begins it if it is not there. */
    private synchronized ScheduledExecutorService refresher() {
        ScheduledExecutorService own = refresher;
        if (own == null) {
            own = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "polybloom-mirrors");
                thread.setDaemon(true);
                return thread;
            });
            refresher = own;
        }
        return own;
    }

    /** Ends the thread that refreshes mirrors. */
    @Override
    public synchronized void close() {
        if (refresher != null) {
            refresher.shutdownNow();
        }
    }
}
