/**
 * How filters are found and made: native ones by their config, those of other systems by a record or by what the caller
 * says. Not exported.
 */
@NullMarked
package io.polybloom.internal.open;

import org.jspecify.annotations.NullMarked;
