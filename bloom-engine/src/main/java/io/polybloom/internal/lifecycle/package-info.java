/** Clears, expires, persists and deletes filters. Not exported. */
@NullMarked
package io.polybloom.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
