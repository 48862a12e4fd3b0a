/**
 * What a filter consists of: generations, layers, partitions, and the names of their keys. Immutable values, no
 * exchange with Redis. Not exported.
 */
@NullMarked
package io.polybloom.internal.model;

import org.jspecify.annotations.NullMarked;
