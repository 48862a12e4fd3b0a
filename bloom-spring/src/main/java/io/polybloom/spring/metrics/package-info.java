/** What the filters of the properties tell Micrometer. */
@NullMarked
package io.polybloom.spring.metrics;

import org.jspecify.annotations.NullMarked;
