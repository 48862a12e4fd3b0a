/**
 * Claims: which delivery of a writer was the first to bring an element, so that a repeated delivery gets its answer
 * again. Not exported.
 */
@NullMarked
package io.polybloom.internal.claims;

import org.jspecify.annotations.NullMarked;
