package io.polybloom.spring.filter;

import io.polybloom.BloomFilter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;

/** Finds the filters of an application. */
public final class FilterBeans {

    private FilterBeans() {}

    /** Returns all filters that are beans, by their names: those of the properties and the application's own. */
    public static Map<String, BloomFilter<?>> of(ListableBeanFactory beans) {
        Map<String, BloomFilter<?>> filters = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(BloomFilter.class)) {
            filters.put(name, beans.getBean(name, BloomFilter.class));
        }
        return filters;
    }
}
