/** The meters of filters in memory, in a simple registry and in a Prometheus registry. */
@NullMarked
package io.polybloom.micrometer;

import org.jspecify.annotations.NullMarked;
