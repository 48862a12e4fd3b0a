package io.polybloom.spring.properties;

import io.polybloom.FilterOptions;

/**
 * Adds options that properties cannot express, such as a listener, to those with which a filter is opened. All beans of
 * this type are called in order, for each filter in the properties.
 */
@FunctionalInterface
public interface FilterOptionsCustomizer {

    /**
     * Returns the options of one filter.
     *
     * @param bean the name of the filter's bean
     * @param options those that the properties and earlier customizers describe
     */
    FilterOptions customize(String bean, FilterOptions options);
}
