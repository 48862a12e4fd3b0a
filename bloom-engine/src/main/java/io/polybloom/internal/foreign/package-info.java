/** The records in which other systems keep the parameters of their filters. Not exported. */
@NullMarked
package io.polybloom.internal.foreign;

import org.jspecify.annotations.NullMarked;
