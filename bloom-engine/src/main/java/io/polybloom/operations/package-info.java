/**
 * The operations that every flavour of the API offers, as steps: {@code FilterEngine} opens filters,
 * {@code FilterOperations} has those of an open one, and {@code CallQueues} joins single calls. They send nothing by
 * themselves.
 */
@NullMarked
package io.polybloom.operations;

import org.jspecify.annotations.NullMarked;
