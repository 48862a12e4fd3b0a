/**
 * The bit layouts of other systems. Applications name them by their ids; only the classes for Guava's files and objects
 * are called.
 */
@NullMarked
package io.polybloom.layouts;

import org.jspecify.annotations.NullMarked;
