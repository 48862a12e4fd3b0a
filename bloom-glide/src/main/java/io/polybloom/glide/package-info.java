/** Filters on Valkey GLIDE: {@link io.polybloom.glide.GlideBloom}. */
@NullMarked
package io.polybloom.glide;

import org.jspecify.annotations.NullMarked;
