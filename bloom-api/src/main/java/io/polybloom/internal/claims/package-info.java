/**
 * Claims: which delivery of a writer was the first to bring an element, so that a repeated one gets its answer again.
 */
@NullMarked
package io.polybloom.internal.claims;

import org.jspecify.annotations.NullMarked;
