/** Meters for the filters that the properties describe. */
@NullMarked
package io.polybloom.spring.metrics;

import org.jspecify.annotations.NullMarked;
