package io.polybloom.internal;

import org.jspecify.annotations.Nullable;

/**
 * The state of an open filter at one moment. An operation takes it once, at its entry, and decides everything by it.
 *
 * @param generation the generation and its layers, as far as this client knew them
 * @param known the bits of that generation that the near cache knows to be set; null if the filter has no near cache
 */
record Snapshot(Generation generation, @Nullable KnownBits known) {}
