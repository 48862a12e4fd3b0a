/** The bit layouts of other systems. Applications name them by their ids; only {@link GuavaFormat} and {@link GuavaFilters} are called. */
@NullMarked
package io.polybloom.layouts;

import org.jspecify.annotations.NullMarked;
