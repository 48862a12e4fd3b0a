package io.polybloom.spring.filter;

import io.polybloom.BloomFilter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the filters of an application. */
public final class FilterBeans {

    private FilterBeans() {}

    /**
     * Returns the filters that are beans, by their names: those of the properties, and the application's own if they
     * have been made. Making one of the latter may create a filter in Redis, and nobody has asked for it yet.
     */
    public static Map<String, BloomFilter<?>> of(ListableBeanFactory beans) {
        Map<String, BloomFilter<?>> filters = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(BloomFilter.class, false, true)) {
            if (isMade(name, beans)) {
                filters.put(name, beans.getBean(name, BloomFilter.class));
            }
        }
        return filters;
    }

    private static boolean isMade(String name, ListableBeanFactory beans) {
        return !(beans instanceof ConfigurableListableBeanFactory factory)
                || factory.containsSingleton(name)
                || ConfiguredFilters.BEAN.equals(
                        factory.getMergedBeanDefinition(name).getFactoryBeanName());
    }
}
