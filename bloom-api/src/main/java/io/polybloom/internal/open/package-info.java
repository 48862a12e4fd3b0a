/**
 * Finds and creates filters: native ones by their config, those of other systems by a stored record or by the caller's
 * parameters. Not exported.
 */
@NullMarked
package io.polybloom.internal.open;

import org.jspecify.annotations.NullMarked;
