/**
 * The parts of a filter: generations, layers, partitions, the names of their keys, and how they are stored; and the
 * elements of an operation: their bytes, and the outcome of each. Without I/O. Not exported.
 */
@NullMarked
package io.polybloom.internal.model;

import org.jspecify.annotations.NullMarked;
