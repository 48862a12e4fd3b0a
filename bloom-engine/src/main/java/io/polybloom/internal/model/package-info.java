/**
 * The parts of a filter: generations, layers, partitions, and the names of their keys. Immutable values without I/O.
 * Not exported.
 */
@NullMarked
package io.polybloom.internal.model;

import org.jspecify.annotations.NullMarked;
