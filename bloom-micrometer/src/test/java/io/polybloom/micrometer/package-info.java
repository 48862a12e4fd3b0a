/** The meters of filters in memory, in a simple registry and in one of Prometheus. */
@NullMarked
package io.polybloom.micrometer;

import org.jspecify.annotations.NullMarked;
