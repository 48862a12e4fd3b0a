/** Tells the application the outcome of each operation of a filter. */
@NullMarked
package io.polybloom.listener;

import org.jspecify.annotations.NullMarked;
