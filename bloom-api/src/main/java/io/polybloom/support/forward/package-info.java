/**
 * Flavours of the API presented as other flavours, for the kit, the command line and the benchmark. Nothing else of the
 * core uses it.
 */
@NullMarked
package io.polybloom.support.forward;

import org.jspecify.annotations.NullMarked;
