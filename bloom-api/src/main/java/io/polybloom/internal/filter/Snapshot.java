package io.polybloom.internal.filter;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.nearcache.KnownBits;
import org.jspecify.annotations.Nullable;

/**
 * The state of an open filter at one moment. An operation takes it once, at its entry, and decides everything by it.
 *
 * @param generation the generation and its layers, as far as this client knew them
 * @param known the bits of that generation that the near cache knows to be set; null if the filter has no near cache
 */
public record Snapshot(Generation generation, @Nullable KnownBits known) {}
