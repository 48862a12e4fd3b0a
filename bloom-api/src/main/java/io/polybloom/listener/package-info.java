/** Tells the application what has come of each operation of a filter. */
@NullMarked
package io.polybloom.listener;

import org.jspecify.annotations.NullMarked;
