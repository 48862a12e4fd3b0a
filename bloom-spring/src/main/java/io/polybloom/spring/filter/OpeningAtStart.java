package io.polybloom.spring.filter;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.spring.client.ClientFilters;
import io.polybloom.spring.properties.FilterProperties;
import io.polybloom.spring.properties.OpeningTime;
import io.polybloom.spring.properties.PolybloomProperties;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Opens filters while the application starts: after its connection factories, and before it accepts requests. Checks
 * that there is a client even if all filters are opened lazily.
 */
public final class OpeningAtStart implements SmartLifecycle {

    /** Between connection factories, which have phase 0, and web servers, which have one near the maximum. */
    private static final int PHASE = Integer.MAX_VALUE / 2;

    private final ListableBeanFactory beans;
    private final PolybloomProperties properties;
    private final BloomFilters filters;
    private volatile boolean running;

    /** Creates the lifecycle bean that opens the filters described by the properties. */
    public OpeningAtStart(ListableBeanFactory beans, PolybloomProperties properties, BloomFilters filters) {
        this.beans = beans;
        this.properties = properties;
        this.filters = filters;
    }

    @Override
    public void start() {
        for (Map.Entry<String, BloomFilter<?>> bean : FilterBeans.of(beans).entrySet()) {
            FilterProperties described = properties.filters().get(bean.getKey());
            if (described != null && bean.getValue() instanceof LazyBloomFilter<?> filter) {
                start(bean.getKey(), described, filter);
            }
        }
        running = true;
    }

    private void start(String bean, FilterProperties described, LazyBloomFilter<?> filter) {
        if (filters instanceof ClientFilters own) {
            own.requireClient();
        }
        if (described.open() == OpeningTime.AT_START) {
            open(bean, false, filter::open);
            filter.mirror().ifPresent(mirror -> open(bean, true, mirror::open));
        }
    }

    private static void open(String bean, boolean isMirror, Runnable opening) {
        try {
            opening.run();
        } catch (RuntimeException failure) {
            throw new FilterOpeningException(bean, isMirror, failure);
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
