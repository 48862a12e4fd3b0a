package io.polybloom.spring.properties;

import io.polybloom.FilterSpecBuilder;

/**
 * Adds parameters that properties cannot express, such as the name of an element format, to the specification of a
 * filter. All beans of this type are called in order, for each filter in the properties.
 */
@FunctionalInterface
public interface FilterSpecCustomizer {

    /**
     * Changes the specification of one filter.
     *
     * @param bean the name of the filter's bean
     * @param spec the specification that the properties describe
     */
    void customize(String bean, FilterSpecBuilder spec);
}
