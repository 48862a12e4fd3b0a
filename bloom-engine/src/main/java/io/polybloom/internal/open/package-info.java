/**
 * Finds and creates filters, makes the keys that they need later, and removes them: native filters by their config,
 * those of other systems by a stored record or by the caller's parameters. Not exported.
 *
 * <p>Begin with {@code Opening} and {@code NativeOpening}. A new filter gets its name by a {@code NameClaim}, and its
 * {@code Trace}. A {@code Birth} makes the keys that several clients may make at once: those of a layer
 * ({@code LayerBirth}), which a {@code LayerOpening} adds to a filter that grows; those of a further layer of a rebuild
 * ({@code NextLayerOpening}); those of a window's next slice ({@code SliceBirth}); and those of claims
 * ({@code ClaimsBirth}). {@code LifeConfig} and {@code LostConfig} read a config that may have been moved away. The end
 * of a filter is a {@code Removal} and a {@code ConfigRemoval}; that of a rebuild is a {@code RebuildDecision}.
 */
@NullMarked
package io.polybloom.internal.open;

import org.jspecify.annotations.NullMarked;
