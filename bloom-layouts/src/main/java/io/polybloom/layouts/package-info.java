/**
 * The bit layouts of other systems. Applications name a layout by its id; only the classes for Guava's files and
 * objects are called directly.
 */
@NullMarked
package io.polybloom.layouts;

import org.jspecify.annotations.NullMarked;
