/**
 * Makes the keys that several clients may make at once. Not exported.
 *
 * <p>A {@code Birth} makes keys under names of their maker, and renames them; the config logs its steps. So are made
 * the keys of a layer ({@code LayerBirth}), which a {@code LayerOpening} adds to a filter that grows, those of a
 * further layer of a rebuild ({@code NextLayerOpening}), of a window's next slice ({@code SliceBirth}), and of claims
 * ({@code ClaimsBirth}).
 */
@NullMarked
package io.polybloom.internal.birth;

import org.jspecify.annotations.NullMarked;
