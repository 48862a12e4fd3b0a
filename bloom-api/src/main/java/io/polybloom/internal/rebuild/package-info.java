/**
 * Rebuilds a filter while it is in use: makes and fills the next generation, which then replaces the current one. Not
 * exported.
 */
@NullMarked
package io.polybloom.internal.rebuild;

import org.jspecify.annotations.NullMarked;
