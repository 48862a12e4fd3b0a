package io.polybloom.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The window of a filter.
 *
 * @param span the minimum time for which an element is remembered. Required for a window
 * @param slices the number of slices into which the span is divided, 1 to 63. An element is forgotten at most one slice
 *     after the span
 */
public record WindowProperties(
        @Nullable Duration span, @DefaultValue("4") int slices) {}
