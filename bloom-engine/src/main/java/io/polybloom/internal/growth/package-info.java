/**
 * What happens when a layer is full: {@code FullnessCheck} finds that out, {@code Growth} closes the layer or opens the
 * next one, by a {@code LayerOpening}. Not exported.
 */
@NullMarked
package io.polybloom.internal.growth;

import org.jspecify.annotations.NullMarked;
