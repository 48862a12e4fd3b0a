/** Micrometer meters for the operations and the state of filters. */
@NullMarked
package io.polybloom.micrometer;

import org.jspecify.annotations.NullMarked;
